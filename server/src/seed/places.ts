/** The places of a portfolio: real cities with some of their ZIP codes, and typical monthly rents in dollars, from studios to four bedrooms. */
import type { Random } from './random.ts'

export type Place = {
  city: string
  state: string
  region: string
  areaCode: string
  postalCodes: string[]
  /** Whole dollars per month, by number of bedrooms, 0 to 4. */
  typicalRents: number[]
  weight: number
}

/** The cities in which one manager works: a first one by weight, then mostly its neighbors. */
export function chooseMarkets(random: Random, count: number): Place[] {
  const markets = [random.pickWeighted(PLACES)]
  while (markets.length < Math.min(count, PLACES.length)) {
    const rest = PLACES.filter(place => !markets.includes(place)).map(place => {
      const isNeighbor = place.region === markets[0]!.region
      return { place, weight: isNeighbor ? place.weight * 8 : place.weight }
    })
    markets.push(random.pickWeighted(rest).place)
  }
  return markets
}

const ROWS: [string, string, string, string, string, number[], number][] = [
  ['Atlanta', 'GA', 'Southeast', '404', '30305 30308 30309 30312 30318', [1420, 1560, 1890, 2250, 2700], 6],
  ['Marietta', 'GA', 'Southeast', '770', '30060 30062 30064 30067', [1180, 1370, 1620, 1950, 2350], 2],
  ['Savannah', 'GA', 'Southeast', '912', '31401 31404 31405 31406 31419', [1220, 1410, 1630, 1950, 2350], 2],
  ['Charlotte', 'NC', 'Carolinas', '704', '28202 28203 28205 28210 28277', [1330, 1480, 1740, 2100, 2550], 5],
  ['Raleigh', 'NC', 'Carolinas', '919', '27601 27603 27606 27609 27615', [1240, 1400, 1650, 1990, 2450], 4],
  ['Greensboro', 'NC', 'Carolinas', '336', '27401 27405 27407 27410', [940, 1100, 1290, 1580, 1900], 2],
  ['Charleston', 'SC', 'Carolinas', '843', '29401 29403 29407 29412 29414', [1480, 1690, 1980, 2400, 2950], 2],
  ['Greenville', 'SC', 'Carolinas', '864', '29601 29605 29607 29615', [1080, 1270, 1480, 1790, 2150], 2],
  ['Nashville', 'TN', 'Southeast', '615', '37203 37206 37209 37211 37215', [1430, 1610, 1920, 2350, 2850], 4],
  ['Memphis', 'TN', 'Southeast', '901', '38103 38104 38111 38117 38119', [840, 980, 1150, 1390, 1680], 2],
  ['Birmingham', 'AL', 'Southeast', '205', '35203 35205 35209 35216 35242', [930, 1090, 1270, 1550, 1880], 2],
  ['Jacksonville', 'FL', 'Florida', '904', '32202 32205 32207 32216 32256', [1130, 1290, 1560, 1870, 2250], 4],
  ['Orlando', 'FL', 'Florida', '407', '32801 32803 32806 32819 32822', [1390, 1560, 1860, 2260, 2700], 5],
  ['Tampa', 'FL', 'Florida', '813', '33602 33606 33609 33611 33647', [1430, 1610, 1950, 2420, 2950], 5],
  ['Miami', 'FL', 'Florida', '305', '33125 33127 33130 33137 33145', [1950, 2330, 2980, 3700, 4500], 3],
  ['Austin', 'TX', 'Texas', '512', '78701 78704 78731 78745 78758', [1240, 1430, 1800, 2250, 2750], 6],
  ['Dallas', 'TX', 'Texas', '214', '75201 75204 75206 75219 75231', [1220, 1400, 1830, 2330, 2850], 6],
  ['Fort Worth', 'TX', 'Texas', '817', '76102 76107 76109 76116 76132', [1100, 1260, 1570, 1960, 2380], 4],
  ['Houston', 'TX', 'Texas', '713', '77002 77006 77019 77057 77098', [1110, 1260, 1600, 2010, 2450], 6],
  ['San Antonio', 'TX', 'Texas', '210', '78205 78209 78216 78230 78249', [930, 1080, 1370, 1700, 2050], 4],
  ['Oklahoma City', 'OK', 'Plains', '405', '73102 73106 73112 73118 73120', [790, 940, 1150, 1460, 1780], 2],
  ['Tulsa', 'OK', 'Plains', '918', '74103 74105 74114 74133 74136', [760, 900, 1100, 1400, 1700], 2],
  ['Kansas City', 'MO', 'Plains', '816', '64105 64108 64111 64112 64114', [990, 1150, 1380, 1690, 2020], 3],
  ['Denver', 'CO', 'Mountain', '303', '80202 80203 80205 80210 80218', [1480, 1700, 2190, 2800, 3400], 5],
  ['Colorado Springs', 'CO', 'Mountain', '719', '80903 80907 80909 80918 80920', [1160, 1340, 1650, 2100, 2500], 3],
  ['Salt Lake City', 'UT', 'Mountain', '801', '84101 84102 84105 84106 84115', [1170, 1370, 1680, 2080, 2500], 3],
  ['Boise', 'ID', 'Mountain', '208', '83702 83704 83706 83709 83713', [1190, 1370, 1610, 2000, 2420], 2],
  ['Phoenix', 'AZ', 'Southwest', '602', '85004 85013 85016 85018 85044', [1130, 1310, 1620, 2080, 2520], 6],
  ['Mesa', 'AZ', 'Southwest', '480', '85201 85203 85204 85206 85210', [1130, 1290, 1560, 1960, 2350], 3],
  ['Tucson', 'AZ', 'Southwest', '520', '85701 85705 85710 85711 85719', [840, 970, 1260, 1680, 2020], 3],
  ['Albuquerque', 'NM', 'Southwest', '505', '87102 87106 87109 87110 87111', [910, 1060, 1300, 1650, 1980], 2],
  ['Las Vegas', 'NV', 'Southwest', '702', '89101 89103 89117 89119 89128', [1080, 1260, 1520, 1950, 2400], 4],
  ['St. Louis', 'MO', 'Midwest', '314', '63101 63103 63108 63110 63116', [880, 1010, 1270, 1570, 1880], 2],
  ['Indianapolis', 'IN', 'Midwest', '317', '46202 46204 46205 46220 46240', [960, 1120, 1330, 1620, 1950], 4],
  ['Columbus', 'OH', 'Midwest', '614', '43201 43206 43212 43215 43220', [1030, 1190, 1430, 1740, 2080], 4],
  ['Cincinnati', 'OH', 'Midwest', '513', '45202 45206 45208 45209 45219', [970, 1130, 1420, 1790, 2150], 2],
  ['Minneapolis', 'MN', 'Midwest', '612', '55401 55403 55408 55414 55416', [1120, 1340, 1790, 2300, 2750], 3],
  ['Madison', 'WI', 'Midwest', '608', '53703 53704 53705 53711 53719', [1190, 1390, 1650, 2050, 2450], 2],
  ['Chicago', 'IL', 'Midwest', '773', '60614 60618 60622 60640 60657', [1380, 1690, 2090, 2600, 3100], 4],
  ['Grand Rapids', 'MI', 'Midwest', '616', '49503 49504 49505 49506 49508', [980, 1160, 1390, 1690, 2000], 2],
  ['Philadelphia', 'PA', 'Mid-Atlantic', '215', '19103 19104 19106 19123 19130', [1320, 1530, 1840, 2180, 2600], 3],
  ['Pittsburgh', 'PA', 'Mid-Atlantic', '412', '15201 15206 15213 15217 15222', [1080, 1270, 1540, 1850, 2200], 2],
  ['Richmond', 'VA', 'Mid-Atlantic', '804', '23219 23220 23221 23225 23230', [1140, 1310, 1540, 1890, 2300], 3],
  ['Baltimore', 'MD', 'Mid-Atlantic', '410', '21201 21202 21211 21218 21230', [1130, 1310, 1600, 1930, 2300], 2],
  ['Seattle', 'WA', 'Pacific Coast', '206', '98101 98102 98103 98109 98122', [1610, 1990, 2620, 3400, 4000], 3],
  ['Spokane', 'WA', 'Pacific Coast', '509', '99201 99202 99203 99205 99208', [890, 1060, 1330, 1700, 2050], 2],
  ['Portland', 'OR', 'Pacific Coast', '503', '97202 97205 97209 97211 97214', [1250, 1510, 1830, 2350, 2850], 3],
  ['Sacramento', 'CA', 'Pacific Coast', '916', '95811 95814 95816 95819 95825', [1380, 1570, 1890, 2380, 2850], 3],
  ['San Diego', 'CA', 'Pacific Coast', '619', '92101 92103 92104 92110 92116', [2010, 2330, 2930, 3800, 4600], 2],
]

const PLACES: Place[] = ROWS.map(([city, state, region, areaCode, postalCodes, typicalRents, weight]) => ({
  city,
  state,
  region,
  areaCode,
  postalCodes: postalCodes.split(' '),
  typicalRents,
  weight,
}))
