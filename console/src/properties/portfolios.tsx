/** Portfolios: groups of properties that are reported on together. */
import { Link } from '@tanstack/react-router'
import { useOrganization } from '../session/me.ts'
import { NAME_LINK, NamedListPage } from './named-list.tsx'

export function PortfoliosPage() {
  const { id: organization, client, keyed } = useOrganization()
  return (
    <NamedListPage
      title="Portfolios"
      noun="portfolio"
      about="Properties that you report on together."
      read={async (input, options) => {
        const { data, pagination } = await client.listPortfolios(input, options)
        return { data: data.map(portfolio => ({ ...portfolio, id: portfolio.portfolio_id })), pagination }
      }}
      create={(fields, key) => keyed(key).createPortfolio(fields)}
      update={(portfolio_id, fields, key) => keyed(key).updatePortfolio({ portfolio_id, ...fields })}
      link={({ id, name }) => (
        <Link to="/$organization/rent-roll" params={{ organization }} search={{ scope_id: id }} className={NAME_LINK}>
          {name}
        </Link>
      )}
    />
  )
}
