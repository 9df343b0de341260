/** The page of a list: its title, filters and rows, the text shown if there are none, and the button that adds one. */
import { useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, isRefused } from '../kit/data-table.tsx'
import { Filters } from '../kit/filters.tsx'
import { Empty, sentenceOf } from '../kit/notice.tsx'
import { Card, Page } from '../kit/page.tsx'
import { PAGE_SIZE } from '../kit/pager.tsx'
import { nounsOf } from '../kit/words.ts'
import { ChoosingRows, SELECT_COLUMN, SelectionBar, useSelection } from './bulk.tsx'
import type { Bulk } from './bulk-action.ts'
import { ColumnsMenu, useHiddenColumns } from './columns-menu.tsx'
import { useRepeatedButton } from './dialog-button.tsx'
import { PrintedName } from './handout.tsx'
import { useBackwardPeriod } from './list-filters.tsx'
import { NarrowedTo, type Narrowing } from './narrowed-to.tsx'
import { SaveCsv } from './save-csv.tsx'
import type { List } from './use-list.tsx'
import { ViewsMenu } from './views-menu.tsx'

type ListCardProps<Row> = {
  /** The name of the list, such as `Work orders`, for the table and its filters. */
  label: string
  /** The rows in the plural, such as `work orders`, for the sentences that say that there are none. */
  nouns: string
  list: List<Row>
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  /** What will appear here, and the action that starts it. */
  empty: { about?: ReactNode; action?: ReactNode; title?: string; guide?: { text: string; tag: string } }
  filters?: ReactNode
  /** Whether the filters fold on a narrow screen. */
  folds?: boolean
  /** Filters that only the URL can set, such as a link from another record. */
  narrowedBy?: Narrowing[]
  /** The hint if no row matches, if it is more than to change the filters. */
  noMatch?: ReactNode
  placeholders?: number
  title?: string
  actions?: ReactNode
  /** The page, for its saved views and the choice of its columns. */
  page?: string
  /** The actions for several rows at once. */
  bulk?: Bulk<Row> | undefined
}

/** A title that is not the plural of its rows says what they are: `No API traffic match` is not a sentence. */
type Titled = { title: `${string}s`; nouns?: string } | { title: string; nouns: string }

export function ListPage<Row>({
  title,
  nouns = nounsOf(title),
  about,
  actions,
  notice,
  children,
  ...list
}: Omit<ListCardProps<Row>, 'label' | 'nouns' | 'title' | 'page'> &
  Titled & {
    about: ReactNode
    actions?: ReactNode
    /** Information to read before the list. */
    notice?: ReactNode
    /** Dialogs, and anything below the list. */
    children?: ReactNode
  }) {
  const { organization } = useParams({ strict: false })
  const { pathname } = useLocation()
  const page = pathname.split(`/${organization}/`)[1] ?? title
  return (
    <Page title={title} about={about} actions={actions} atOnce>
      <PrintedName isDated />
      {notice}
      <ListCard label={title} nouns={nouns} page={page} {...list} />
      {children}
    </Page>
  )
}

export function ListCard<Row>({
  title,
  label,
  nouns,
  actions,
  list: { loaded, sorting, footer, isFiltered = false, clear, total, readAll, csv },
  columns,
  keyOf,
  empty,
  filters,
  folds = true,
  narrowedBy,
  noMatch = 'Change the filters, or clear them.',
  placeholders = PAGE_SIZE,
  page,
  bulk,
}: ListCardProps<Row>) {
  const { shown: chosen, ...choice } = useHiddenColumns(page, columns)
  const selection = useSelection(keyOf)
  const { repeat, dialog } = useRepeatedButton()
  const backward = useBackwardPeriod()
  const hasBar = Boolean(filters || page)
  const canChoose = bulk !== undefined
  const canClear = clear !== undefined && isRefused(loaded.error)
  const shown = useMemo(() => (canChoose ? [SELECT_COLUMN as Column<Row>, ...chosen] : chosen), [canChoose, chosen])
  const save = csv && <SaveCsv address={csv} isOff={(total ?? loaded.rows?.length ?? 0) === 0} />
  return (
    <Card
      title={title}
      actions={
        (actions || (!hasBar && save)) && (
          <>
            {actions}
            {!hasBar && save}
          </>
        )
      }
      flush
    >
      {hasBar && (
        <Filters
          label={`Filter ${nouns}`}
          folds={folds && !!filters}
          isFiltered={isFiltered}
          clear={clear}
          tools={
            <>
              {page && <ViewsMenu page={page} />}
              {page && <ColumnsMenu {...choice} />}
              {save}
            </>
          }
        >
          {filters}
        </Filters>
      )}
      {narrowedBy && <NarrowedTo by={narrowedBy} />}
      {bulk && <SelectionBar bulk={bulk} selection={selection} total={total} readAll={readAll} />}
      {canClear ? (
        <Empty
          title="This URL has a filter that cannot be used"
          action={<Button onClick={clear}>Clear filters</Button>}
        >
          {sentenceOf(loaded.error)}
        </Empty>
      ) : (
        <ChoosingRows selection={selection} rows={loaded.rows ?? []} keyOf={keyOf} bulk={bulk}>
          <DataTable
            label={label}
            columns={shown}
            loaded={loaded}
            sorting={sorting}
            keyOf={keyOf}
            footer={footer}
            placeholders={placeholders}
            empty={
              !isFiltered && (
                <Empty
                  title={empty.title ?? `No ${nouns} yet`}
                  guide={empty.guide}
                  action={empty.action && repeat(empty.action)}
                >
                  {empty.about}
                </Empty>
              )
            }
          />
        </ChoosingRows>
      )}
      {/* Screen readers announce what appears in a place that was there before. */}
      <div aria-live="polite">
        {isFiltered && !canClear && loaded.rows?.length === 0 && !loaded.isPrevious && (
          <Empty title={`No ${nouns} match`} action={<Button onClick={clear}>Clear filters</Button>}>
            {backward ?? noMatch}
          </Empty>
        )}
      </div>
      {dialog}
    </Card>
  )
}
