/**
 * Twelve units over a year, and their rent roll on four days worked out on paper from the rules, not by running the code. In dollars.
 * Rows: unit, status, resident, lease from and to, move-in, move-out, notice, market rent, rent, other charges, deposit, balance, past
 * due, days vacant. The sums below each table were added up by hand.
 *
 * - 101 renews on July 1 (1,200 to 1,260) and has its market rent raised on June 1; parking ends on September 30.
 * - 102 gives notice on March 5 and leaves on April 30 owing 1,000, of which 500 is withheld; Dee follows on May 10 and leaves in March
 *   2026; Eve has signed for May 2026 and paid 600 of a deposit of 1,150.
 * - 103 is two months behind, is evicted (filed June 15) and gone on September 20; what is left of the debt is a former resident's.
 * - 104 stays beyond its term and its notice; Hal, whose lease begins on October 1, waits.
 * - 105 was never let, is offline from June to August, and let from September 10.
 * - 106 moves to 107 on June 1 with his deposit. 108 enters service on June 1 and is rented ahead to someone unnamed from October 1.
 * - 1 lives month to month, 300 prepaid; the rent rises to 735 in April 2026.
 * - 2 begins on June 16: 15 of 30 days, with a concession until the end of August.
 * - 3 was left on January 31; Mia signed on February 20 and canceled on March 20; the market rent is raised on October 15.
 * - 4 leaves on July 15 and is out of service after July 31.
 */
import type { Cell, Expected } from './roll.ts'

const ANN: Cell[] = ['Ann Elm', '2024-07-01', '2025-06-30', '2024-07-01', null, null]
const ANN_RENEWED: Cell[] = ['Ann Elm', '2025-07-01', '2026-06-30', '2024-07-01', null, null]
const CY: Cell[] = ['Cy Fir', '2024-02-01', '2025-04-30', '2024-02-01', '2025-04-30', '2025-03-05']
const DEE: Cell[] = ['Dee Oak', '2025-05-10', '2026-05-09', '2025-05-10', null, null]
const FAY: Cell[] = ['Fay Yew', '2024-09-01', '2025-08-31', '2024-09-01']
const GIL: Cell[] = ['Gil Elm', '2024-10-01', '2025-09-30', '2024-10-01', null]
const IDA: Cell[] = ['Ida Elm', '2025-09-10', '2026-09-09', '2025-09-10', null, null]
const TOM: Cell[] = ['Tom Sky', '2025-06-01', '2026-05-31', '2025-06-01', null, null]
const JON: Cell[] = ['Jon Ray', '2023-01-01', null, '2023-01-01', null, null]
const KAY: Cell[] = ['Kay Lin', '2025-06-16', '2026-06-15', '2025-06-16', null, null]
const NED: Cell[] = ['Ned Orr', '2022-06-01', '2025-05-31', '2022-06-01']
const NOBODY: Cell[] = [null, null, null, null, null, null]
const vacant = (market: number, days: number | null): Cell[] => [...NOBODY, market, 0, 0, 0, 0, 0, days]

export const PAPER: Record<string, Expected> = {
  '2025-03-10': {
    rows: [
      ['101', 'CURRENT', ...ANN, 1250, 1200, 25, 1200, 1225, 1225, null],
      ['102', 'NOTICE_UNRENTED', ...CY, 1100, 1000, 0, 500, 0, 0, null],
      ['103', 'CURRENT', ...FAY, null, null, 1000, 950, 0, 950, 1400, 1400, null],
      ['104', 'CURRENT', ...GIL, null, 1150, 1050, 40, 1050, 0, 0, null],
      ['105', 'VACANT_UNRENTED', ...vacant(1400, null)],
      ['106', 'CURRENT', 'Tom Sky', '2024-05-01', '2025-04-30', '2024-05-01', null, null, 850, 800, 0, 800, 0, 0, null],
      ['107', 'VACANT_UNRENTED', ...vacant(1600, null)],
      ['1', 'CURRENT', ...JON, 720, 700, 0, 700, -300, 0, null],
      ['2', 'VACANT_UNRENTED', ...vacant(880, null)],
      ['3', 'VACANT_RENTED', ...vacant(990, 38)],
      ['4', 'CURRENT', ...NED, null, null, 640, 600, 20, 600, 620, 0, null],
    ],
    future: [['3', 'Mia Poe', '2025-04-01', '2026-03-31', '2025-04-01', 990, 200, 40]],
    // 11 units: 6 current, 1 on notice, 1 + 3 vacant. 7/11 and 8/11.
    counts: [11, 7, 4, 6, 0, 1, 0, 1, 3, 0, 63.64, 72.73, 7200, 3950],
    sums: [11580, 6300, 85, 6385, 5800, 2945, 2625, 410, 4870],
    // Lou's 60.
    futureAndFormer: [40, 60],
    byCode: [
      ['PET', 1, 25],
      ['RENT', 7, 6300],
      ['STORAGE', 1, 20],
      ['UTILITY', 1, 40],
    ],
    byType: [
      ['1x1', 6, 5, 1],
      ['2x1', 3, 1, 2],
      ['3x2', 1, 0, 1],
      ['Studio', 1, 1, 0],
    ],
  },
  '2025-06-30': {
    rows: [
      ['101', 'CURRENT', ...ANN, 1350, 1200, 75, 1200, 275, 275, null],
      ['102', 'CURRENT', ...DEE, 1100, 1100, 0, 1100, -100, 0, null],
      ['103', 'EVICT', ...FAY, '2025-09-20', null, 1000, 950, 0, 950, 1475, 1475, null],
      ['104', 'CURRENT', ...GIL, null, 1150, 1050, 40, 1050, 0, 0, null],
      ['105', 'OFFLINE', ...vacant(1400, null)],
      ['106', 'VACANT_UNRENTED', ...vacant(850, 30)],
      ['107', 'CURRENT', ...TOM, 1600, 1500, 0, 800, 0, 0, null],
      ['108', 'VACANT_UNRENTED', ...vacant(0, null)],
      ['1', 'CURRENT', ...JON, 720, 700, 0, 700, -300, 0, null],
      ['2', 'CURRENT', ...KAY, 880, 900, -50, 900, 425, 425, null],
      ['3', 'VACANT_UNRENTED', ...vacant(990, 150)],
      ['4', 'NOTICE_UNRENTED', ...NED, '2025-07-15', '2025-06-01', 640, 600, 20, 600, 0, 0, null],
    ],
    future: [],
    // 12 units: 6 current, 1 on notice, 1 evicted, 3 vacant, 1 offline. 8/11.
    counts: [12, 8, 3, 6, 0, 1, 1, 0, 3, 1, 72.73, 72.73, 7200, 5650],
    sums: [11680, 8000, 85, 8085, 7300, 1775, 2175, 440, 1840],
    // Cy 500, Lou 60, Mia 40.
    futureAndFormer: [0, 600],
    byCode: [
      ['CONCESSION', 1, -50],
      ['PARKING', 1, 50],
      ['PET', 1, 25],
      ['RENT', 8, 8000],
      ['STORAGE', 1, 20],
      ['UTILITY', 1, 40],
    ],
    byType: [
      ['1x1', 6, 5, 1],
      ['2x1', 3, 1, 1],
      ['3x2', 1, 1, 0],
      ['Studio', 1, 1, 0],
      [null, 1, 0, 1],
    ],
  },
  '2025-10-15': {
    rows: [
      ['101', 'CURRENT', ...ANN_RENEWED, 1350, 1260, 25, 1200, 1285, 0, null],
      ['102', 'CURRENT', ...DEE, 1100, 1100, 0, 1100, 1000, 1000, null],
      ['103', 'VACANT_UNRENTED', ...vacant(1000, 25)],
      ['104', 'NOTICE_RENTED', ...GIL, '2025-08-01', 1150, 1050, 40, 1050, 1090, 1090, null],
      ['105', 'CURRENT', ...IDA, 1400, 1300, 0, 0, 0, 0, null],
      ['106', 'VACANT_UNRENTED', ...vacant(850, 137)],
      ['107', 'CURRENT', ...TOM, 1600, 1500, 0, 800, 0, 0, null],
      ['108', 'VACANT_RENTED', ...vacant(0, null)],
      ['1', 'CURRENT', ...JON, 720, 700, 0, 700, -300, 0, null],
      ['2', 'CURRENT', ...KAY, 880, 900, 0, 900, 0, 0, null],
      ['3', 'VACANT_UNRENTED', ...vacant(1010, 257)],
    ],
    future: [['104', 'Hal Bay', '2025-10-01', '2026-09-30', '2025-10-01', 1120, 1120, 0]],
    counts: [11, 7, 4, 6, 1, 0, 0, 1, 3, 0, 63.64, 72.73, 6750, 5400],
    sums: [11060, 7810, 65, 7875, 5750, 3075, 2090, 390, 2860],
    // Cy 500, Fay 1,475 - 950, Lou 60, Mia 40.
    futureAndFormer: [0, 1125],
    byCode: [
      ['PET', 1, 25],
      ['RENT', 7, 7810],
      ['UTILITY', 1, 40],
    ],
    byType: [
      ['1x1', 5, 3, 2],
      ['2x1', 3, 2, 1],
      ['3x2', 1, 1, 0],
      ['Studio', 1, 1, 0],
      [null, 1, 0, 1],
    ],
  },
  // A future day: today is March 15, 2026. Ann's invoice of April 1 does not count yet.
  '2026-04-15': {
    rows: [
      ['101', 'CURRENT', ...ANN_RENEWED, 1350, 1260, 25, 1200, 1285, 1285, null],
      ['102', 'VACANT_RENTED', ...vacant(1100, 15)],
      ['103', 'VACANT_UNRENTED', ...vacant(1000, 207)],
      ['104', 'NOTICE_RENTED', ...GIL, '2025-08-01', 1150, 1050, 40, 1050, 0, 0, null],
      ['105', 'CURRENT', ...IDA, 1400, 1300, 0, 0, 0, 0, null],
      ['106', 'VACANT_UNRENTED', ...vacant(850, 319)],
      ['107', 'CURRENT', ...TOM, 1600, 1500, 0, 800, 0, 0, null],
      ['108', 'VACANT_RENTED', ...vacant(0, null)],
      ['1', 'CURRENT', ...JON, 720, 735, 0, 700, -300, 0, null],
      ['2', 'CURRENT', ...KAY, 880, 900, 0, 900, 0, 0, null],
      ['3', 'VACANT_UNRENTED', ...vacant(1010, 439)],
    ],
    future: [
      ['102', 'Eve Ash', '2026-05-01', '2027-04-30', '2026-05-01', 1150, 600, 550],
      ['104', 'Hal Bay', '2025-10-01', '2026-09-30', '2025-10-01', 1120, 1120, 0],
    ],
    counts: [11, 6, 5, 5, 1, 0, 0, 2, 3, 0, 54.55, 72.73, 6750, 4700],
    sums: [11060, 6745, 65, 6810, 4650, 985, 1285, 355, 3960],
    // Fay 525, Lou 60, Mia 40; Cy has paid.
    futureAndFormer: [550, 625],
    byCode: [
      ['PET', 1, 25],
      ['RENT', 6, 6745],
      ['UTILITY', 1, 40],
    ],
    byType: [
      ['1x1', 5, 2, 3],
      ['2x1', 3, 2, 1],
      ['3x2', 1, 1, 0],
      ['Studio', 1, 1, 0],
      [null, 1, 0, 1],
    ],
  },
}
