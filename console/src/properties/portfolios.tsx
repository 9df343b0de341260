/** Portfolios: groups of properties that are reported on together. */
import type { CallOptions } from '#client/call.ts'
import type { ListPortfoliosInput } from '#client/console.ts'
import { listOf, preloadList } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { NAME_LINK, NamedListPage } from './named-list.tsx'

const PORTFOLIOS = listOf({
  name: 'portfolios',
  by: ['search'],
  read: (client: OrganizationClient) => async (input: ListPortfoliosInput, options: CallOptions) => {
    const { data, pagination } = await client.listPortfolios(input, options)
    return { data: data.map(portfolio => ({ ...portfolio, id: portfolio.portfolio_id })), pagination }
  },
  order: 'name',
  csv: 'portfolios',
})
export const preload = preloadList(PORTFOLIOS)

export function PortfoliosPage() {
  return (
    <NamedListPage
      title="Portfolios"
      noun="portfolio"
      about="Properties that you report on together."
      of={PORTFOLIOS}
      get={(portfolio_id, client) => client.getPortfolio({ portfolio_id })}
      create={(fields, client) => client.createPortfolio(fields)}
      update={(portfolio_id, fields, client) => client.updatePortfolio({ portfolio_id, ...fields })}
      link={({ id, name }) => (
        <PageLink to="/$organization/rent-roll" search={{ scope_id: id }} className={NAME_LINK}>
          {name}
        </PageLink>
      )}
    />
  )
}
