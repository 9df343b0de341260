/** SQL of portfolios. `$1` is the organization. */
import type { listPortfolios } from '#contract/console/portfolios.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { byIdsStatement, type ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'

export const upsertPortfolios = statement<never>(
  'upsert_portfolios',
  `insert into portfolios (organization_id, id, name, external_id)
   select $1, t.id, t.name, t.external_id
     from jsonb_to_recordset($2::jsonb) as t (id text, name text, external_id text)
   on conflict (organization_id, id) do update set name = excluded.name, external_id = excluded.external_id`,
)

export const listPortfoliosNamed = statement<{ id: string; name: string }>(
  'list_portfolios_named',
  'select id, name from portfolios where organization_id = $1 and lower(name) in (select lower(name) from unnest($2::text[]) as name)',
)

export type PortfolioRow = {
  portfolio_id: string
  name: string
  property_count: number
  external_id: string | null
  created_at: string
  updated_at: string
}

const COLUMNS = `f.id as portfolio_id, f.name, held.property_count, f.external_id, f.created_at, f.updated_at`
const PROPERTIES = `cross join lateral (
    select count(*)::int as property_count from properties p where p.organization_id = $1 and p.portfolio_id = f.id
  ) held`

export type PortfolioSort = ColumnOf<typeof listPortfolios>

export const portfolioList: ListDefinition<'search' | 'updated_since', PortfolioSort> = {
  name: 'list_portfolios',
  matching: `select f.id, f.name collate "C" as name from portfolios f where f.organization_id = $1`,
  matchOnce: true,
  filters: { search: 'strpos(lower(f.name), lower(?)) > 0', updated_since: 'f.updated_at >= ?' },
  order: 'name, id',
  sorts: {
    name: { by: ['matching.name'] },
    property_count: {
      by: ['held.property_count'],
      joins: `join portfolios f on f.organization_id = $1 and f.id = matching.id ${PROPERTIES}`,
    },
    external_id: { by: ['f.external_id'], joins: 'join portfolios f on f.organization_id = $1 and f.id = matching.id' },
  },
  columns: COLUMNS,
  joins: `join portfolios f on f.organization_id = $1 and f.id = page.id ${PROPERTIES}`,
}

export const findPortfolio = statement<PortfolioRow>(
  'find_portfolio',
  `select ${COLUMNS} from portfolios f ${PROPERTIES} where f.organization_id = $1 and f.id = $2`,
)

/** Nobody else can change the portfolio `$2` until this transaction ends. */
export const lockPortfolio = statement<never>(
  'lock_portfolio',
  'select from portfolios where organization_id = $1 and id = $2 for no key update',
)

export const listPortfoliosById = byIdsStatement<PortfolioRow>(portfolioList, 'f.id', 0)
