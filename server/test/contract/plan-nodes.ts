/** Plans of PostgreSQL, as `explain (format json)` shows them. */

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Subplan Name'?: string
  'Presorted Key'?: string[]
  Plans?: Plan[]
}

/** The parts of a plan that read what changed since an instant, or what did not. */
export const BY_CHANGE = ['CTE changed', 'CTE latest', 'CTE unchanged']

export const isIndexOnly = (node: Plan) => node['Node Type'] === 'Index Only Scan'

/** How each table is read, in the order of the nodes. */
export const scansIn = (nodes: readonly Plan[]) =>
  nodes.flatMap(node => (node['Relation Name'] ? [`${node['Node Type']} ${node['Index Name']}`] : []))
