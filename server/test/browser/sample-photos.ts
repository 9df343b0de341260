/**
 * Draws the sample photos that the listings of a demo show, into console/public/samples: `npm run sample-photos`. They are committed. Real photos
 * would have an owner, and would be a hundred times as large.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { theBrowser } from './browser.ts'

const FOLDER = fileURLToPath(new URL('../../../console/public/samples', import.meta.url))
const [WIDTH, HEIGHT] = [480, 320]
const QUALITY = 70

/** The colors of one apartment. */
type Palette = { wall: string; deep: string; floor: string; wood: string; cloth: string; accent: string; sky: string }

const PALETTES: Palette[] = [
  {
    wall: '#efe7da',
    deep: '#cdbfa9',
    floor: '#b98f63',
    wood: '#8a6542',
    cloth: '#5c7f8f',
    accent: '#d98e52',
    sky: '#bfe0f2',
  },
  {
    wall: '#e3ebe6',
    deep: '#b3c4ba',
    floor: '#a58a73',
    wood: '#6d5a4b',
    cloth: '#7d9a72',
    accent: '#e0b64f',
    sky: '#cfe6ee',
  },
  {
    wall: '#e9e6ef',
    deep: '#c0bacf',
    floor: '#9d8578',
    wood: '#584c56',
    cloth: '#8b6f94',
    accent: '#d77a72',
    sky: '#f4dcc4',
  },
]

const box = (x: number, y: number, width: number, height: number, color: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color}"/>`
const disc = (x: number, y: number, radius: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`

const room = ({ wall, floor }: Palette) => box(0, 0, WIDTH, 230, wall) + box(0, 230, WIDTH, 90, floor)

const windowAt = (x: number, y: number, { sky }: Palette) =>
  box(x, y, 110, 110, '#ffffff', 3) +
  box(x + 7, y + 7, 45, 96, sky) +
  box(x + 58, y + 7, 45, 96, sky) +
  box(x - 6, y + 108, 122, 8, '#ffffff', 2)

const lampAt = (x: number, y: number, { accent, wood }: Palette) =>
  `${box(x - 2, y, 4, 60, wood)}<path d="M${x - 22} ${y} h44 l-10 -32 h-24 z" fill="${accent}"/>`

const VIEWS: Record<string, (palette: Palette) => string> = {
  exterior: ({ wall, deep, wood, cloth, accent, sky }) =>
    box(0, 0, WIDTH, HEIGHT, sky) +
    disc(400, 60, 26, '#fff3cf') +
    box(0, 258, WIDTH, 62, '#8fae74') +
    box(90, 70, 250, 195, wall) +
    box(90, 70, 250, 14, deep) +
    [0, 1, 2]
      .flatMap(row =>
        [0, 1, 2, 3].map(column => [112 + column * 56, 98 + row * 54, row === 2 && column === 1] as const),
      )
      .map(([x, y, isDoor]) => (isDoor ? box(x, y, 36, 60, wood, 2) : box(x, y, 36, 34, cloth, 2)))
      .join('') +
    box(158, 196, 56, 8, accent, 2) +
    box(398, 190, 10, 74, wood) +
    disc(403, 170, 44, '#6f9560') +
    disc(40, 250, 26, '#7aa068') +
    box(166, 265, 40, 55, '#d8d2c6'),
  'living-room': palette =>
    room(palette) +
    windowAt(300, 46, palette) +
    box(60, 50, 84, 60, palette.deep, 2) +
    box(70, 60, 64, 40, palette.accent) +
    `<ellipse cx="220" cy="284" rx="180" ry="24" fill="${palette.deep}"/>` +
    box(90, 150, 210, 70, palette.cloth, 14) +
    box(76, 180, 34, 66, palette.cloth, 12) +
    box(280, 180, 34, 66, palette.cloth, 12) +
    box(104, 200, 180, 44, palette.cloth, 10) +
    box(120, 172, 40, 34, palette.accent, 6) +
    box(150, 262, 110, 10, palette.wood, 4) +
    lampAt(420, 200, palette),
  kitchen: palette =>
    room(palette) +
    box(40, 30, 270, 64, palette.wood, 3) +
    [40, 130, 220].map(x => box(x + 4, 34, 82, 56, palette.cloth, 2)).join('') +
    box(40, 100, 270, 56, '#f7f4ee') +
    box(30, 156, 300, 12, palette.deep, 2) +
    [34, 108, 256].map(x => box(x, 170, 70, 84, palette.cloth, 2)).join('') +
    box(182, 170, 70, 84, '#4a4d52', 3) +
    box(190, 196, 54, 40, '#2c2e31', 3) +
    box(350, 60, 92, 198, '#dfe2e4', 6) +
    box(350, 134, 92, 4, '#b9bec2') +
    box(360, 86, 5, 34, '#8f959a', 2) +
    box(360, 150, 5, 50, '#8f959a', 2) +
    disc(70, 146, 12, palette.accent),
  bedroom: palette =>
    room(palette) +
    windowAt(40, 40, palette) +
    box(196, 90, 236, 90, palette.wood, 8) +
    box(206, 160, 216, 70, '#fbfaf7', 10) +
    box(222, 146, 78, 36, '#ffffff', 10) +
    box(326, 146, 78, 36, '#ffffff', 10) +
    box(206, 190, 216, 70, palette.cloth, 8) +
    box(206, 184, 216, 16, palette.accent, 4) +
    box(128, 196, 50, 60, palette.wood, 3) +
    lampAt(153, 150, palette),
  bathroom: palette =>
    room(palette) +
    [0, 1, 2, 3, 4, 5, 6, 7].map(column => box(column * 60 + 58, 120, 2, 110, palette.deep)).join('') +
    box(0, 118, WIDTH, 4, palette.deep) +
    box(56, 28, 90, 84, '#ffffff', 8) +
    box(62, 34, 78, 72, palette.sky, 6) +
    box(40, 170, 122, 14, '#ffffff', 6) +
    box(50, 184, 102, 70, palette.wood, 3) +
    box(96, 150, 8, 22, '#9aa1a6', 3) +
    box(220, 178, 220, 78, '#ffffff', 26) +
    box(232, 190, 196, 12, palette.sky, 6) +
    box(404, 130, 8, 50, '#9aa1a6', 3) +
    box(250, 60, 120, 6, palette.wood, 3) +
    box(266, 66, 40, 70, palette.accent, 2) +
    box(314, 66, 40, 54, palette.cloth, 2),
}

await mkdir(FOLDER, { recursive: true })
const browser = await theBrowser()
const page = await (await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } })).newPage()
const session = await page.context().newCDPSession(page)
for (const [name, draw] of Object.entries(VIEWS)) {
  for (const [index, palette] of PALETTES.entries()) {
    await page.setContent(
      `<style>body{margin:0}svg{display:block}</style><svg viewBox="0 0 ${WIDTH} ${HEIGHT}">${draw(palette)}</svg>`,
    )
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
    await writeFile(join(FOLDER, `${name}-${index + 1}.webp`), Buffer.from(data, 'base64'))
  }
}
await browser.close()
