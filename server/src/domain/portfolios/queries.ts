/** SQL of portfolios. */
import { statement } from '#server/db/statement.ts'

export const upsertPortfolios = statement<never>(
  'upsert_portfolios',
  `insert into portfolios (organization_id, id, name, external_id)
   select $1, t.id, t.name, t."externalId"
     from jsonb_to_recordset($2::jsonb) as t (id text, name text, "externalId" text)
   on conflict (organization_id, id) do update set name = excluded.name, external_id = excluded.external_id`,
)

export const listPortfoliosNamed = statement<{ id: string; name: string }>(
  'list_portfolios_named',
  'select id, name from portfolios where organization_id = $1 and lower(name) in (select lower(name) from unnest($2::text[]) as name)',
)

export type PortfolioRow = {
  portfolio_id: string
  name: string
  external_id: string | null
  created_at: string
  updated_at: string
}

const COLUMNS = 'id as portfolio_id, name, external_id, created_at, updated_at'

export const findPortfolio = statement<PortfolioRow>(
  'find_portfolio',
  `select ${COLUMNS} from portfolios where organization_id = $1 and id = $2`,
)

/** As it stands, and nobody else may change it before this transaction is over. */
export const lockPortfolio = statement<PortfolioRow>(
  'lock_portfolio',
  `select ${COLUMNS} from portfolios where organization_id = $1 and id = $2 for no key update`,
)
