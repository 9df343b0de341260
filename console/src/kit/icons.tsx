/** The icons of the console, drawn on a grid of 16. Screen readers skip them, because each has a word or label next to it. */

const PATHS = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-3.75V9.75h-3.5v3.75H2.5z',
  building: 'M3 13.5v-11h6.5v11M9.5 6H13v7.5M1.75 13.5h12.5M5.25 5h2M5.25 7.5h2M5.25 10h2',
  door: 'M4 13.5V2.5h8v11M2 13.5h12M9.75 8h.01',
  contract: 'M3.5 1.75h6l3 3v9.5h-9zM9.5 1.75v3h3M5.75 7.5h4.5M5.75 11.5c1-1.5 1.75-1.5 2.25 0s1.25 0 2.25-.5',
  lead: 'M7 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5M2.75 13.25c0-2.2 1.75-3.75 4.25-3.75 1 0 1.9.25 2.6.75M12 9v5M9.5 11.5h5',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.25 5.25h.01',
  people:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5M2 13c0-2.2 1.8-3.75 4-3.75S10 10.8 10 13M10.5 3.25a2.25 2.25 0 0 1 0 4M11.5 9.5c1.5.4 2.5 1.75 2.5 3.5',
  invoice: 'M3.5 1.75h9v12.5l-1.5-1-1.5 1-1.5-1-1.5 1-1.5-1-1.5 1zM6 5h4M6 7.75h4',
  payment: 'M1.75 4h12.5v8.5H1.75zM1.75 6.75h12.5M4.25 10h2.5',
  wrench:
    'M10.25 2a3.5 3.5 0 0 0-3.1 5.1L2 12.25 3.75 14l5.15-5.15A3.5 3.5 0 0 0 13.75 4.5L11.5 6.75 9.25 4.5 11.5 2.25A3.5 3.5 0 0 0 10.25 2',
  table: 'M2 2.75h12v10.5H2zM2 6h12M2 9.5h12M6 6v7.25',
  message: 'M2 3h12v8H7l-3.25 2.75V11H2z',
  chart: 'M2.25 13.75h11.5M4 11V8M8 11V3.5M12 11V6',
  key: 'M5.25 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M7.5 8.25 13.5 2.5M11.25 4.75 13 6.5',
  traffic: 'M2 5h9.5M9 2.5 11.5 5 9 7.5M14 11H4.5M7 8.5 4.5 11 7 13.5',
  webhook:
    'M8 5.25 5.5 10M8 5.25a1.75 1.75 0 1 0-1.25-.5M5.5 10a1.75 1.75 0 1 1-1.75-1M5.5 10.75h5M10.5 10.75a1.75 1.75 0 1 0 .75-1.5M11.25 9.25 9 5',
  log: 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  plan: 'M8 1.75 13.5 4v4c0 3-2.25 5.25-5.5 6.25C4.75 13.25 2.5 11 2.5 8V4z',
  members: 'M8 7.75a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3.25 13.5c0-2.5 2-4 4.75-4s4.75 1.5 4.75 4',
  sandbox: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
  settings: 'M2 4.5h6.5M12 4.5h2M8.5 2.75H12v3.5H8.5zM2 11.5h2M7.5 11.5H14M4 9.75h3.5v3.5H4z',
  vendor:
    'M1.5 3.5h8v7.5h-8zM9.5 6h3l2 2.5V11h-5M4.25 13a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5M11.5 13a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5',
  chevron: 'M4.5 6 8 9.75 11.5 6',
  up: 'M8 12.75V3.5M4.25 7.25 8 3.5l3.75 3.75',
  down: 'M8 3.25v9.25M4.25 8.75 8 12.5l3.75-3.75',
  right: 'M6 3.5 10.25 8 6 12.5',
  check: 'M3 8.5 6.5 12 13 4.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  close: 'M3.75 3.75l8.5 8.5M12.25 3.75l-8.5 8.5',
  menu: 'M2.25 4.25h11.5M2.25 8h11.5M2.25 11.75h11.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  plus: 'M8 3v10M3 8h10',
  download: 'M8 2v8M4.75 7 8 10.25 11.25 7M2.5 13.5h11',
  person:
    'M2 3h12v10H2zM5.75 8a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5M3.75 10.75c0-1.1.9-1.75 2-1.75s2 .65 2 1.75M9.75 6.5h2.5M9.75 9h2.5',
  owner: 'M2 5.5h12v8H2zM5.5 5.5V3h5v2.5M2 9h12',
  folder: 'M1.75 3.5h4.5l1.5 1.75h6.5v7.5H1.75z',
  upload: 'M8 10.25V2M4.75 5.25 8 2l3.25 3.25M2.5 13.5h11',
  print: 'M4 5.5v-3.75h8V5.5M4 11.5H2v-6h12v6h-2M4 9.5h8v4.75H4z',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5V9.5M8 11.5h.01',
  search: 'M7 11.75a4.75 4.75 0 1 0 0-9.5 4.75 4.75 0 0 0 0 9.5M10.5 10.5l3.25 3.25',
  leave: 'M6 2.5H2.5v11H6M10.5 4.75 13.75 8l-3.25 3.25M13.75 8H6',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  const width = name === 'more' ? 2.4 : 1.4
  return (
    <svg viewBox="0 0 16 16" className={`size-4 shrink-0 ${className}`} aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={width}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
