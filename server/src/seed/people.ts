/** Names and contact details; the addresses and numbers are reserved for examples and reach nobody. */
import type { Random } from './random.ts'

export type Person = { first_name: string; last_name: string }

/** An adult. One in eight has first and last names of different origins. */
export function namePerson(random: Random): Person {
  const origin = random.pickWeighted(ORIGINS)
  const other = random.chance(0.125) ? random.pickWeighted(ORIGINS) : origin
  return { first_name: random.pick(other.firstNames), last_name: random.pick(origin.lastNames) }
}

/** Someone who lives with `person`, most often of the same family. */
export function nameHousemate(random: Random, person: Person): Person {
  const origin = ORIGINS.find(one => one.lastNames.includes(person.last_name)) ?? ORIGINS[0]!
  const firstName = random.pick(origin.firstNames.filter(name => name !== person.first_name))
  return { first_name: firstName, last_name: random.chance(0.7) ? person.last_name : namePerson(random).last_name }
}

export function emailOf(random: Random, person: Person): string {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase()
  const digits = random.chance(0.6) ? random.integer(1, 999) : ''
  const domain = random.pick(['example.com', 'example.com', 'example.org', 'example.net'])
  return `${plain(person.first_name)}.${plain(person.last_name)}${digits}@${domain}`
}

/** A number in E.164, from the range 555-0100 to 555-0199 that is reserved for fiction. */
export function phoneOf(random: Random, areaCode: string): string {
  return `+1${areaCode}55501${String(random.integer(0, 99)).padStart(2, '0')}`
}

type Origin = { weight: number; firstNames: string[]; lastNames: string[] }

const ORIGINS: Origin[] = [
  origin(
    46,
    `James Michael Robert John David William Richard Joseph Thomas Christopher Daniel Matthew Andrew Joshua Kevin Brian
    Ryan Tyler Kyle Jacob Mary Jennifer Linda Patricia Elizabeth Barbara Susan Jessica Sarah Karen Emily Ashley Amanda
    Megan Rachel Lauren Heather Abigail Olivia Claire`,
    `Smith Johnson Miller Davis Anderson Taylor Moore Martin Thompson White Clark Lewis Walker Hall Young King Wright Hill
    Scott Green Adams Baker Nelson Mitchell Campbell Roberts Phillips Evans Parker Edwards Collins Stewart Murphy Cook
    O'Brien McCarthy Schneider Kowalski Olson Rossi Novak Sullivan`,
  ),
  origin(
    19,
    `Jose Luis Carlos Juan Miguel Jorge Alejandro Diego Javier Ricardo Andrés Mateo Santiago Rafael Eduardo María Guadalupe
    Ana Sofía Isabella Valentina Gabriela Camila Daniela Rosa Lucía Mariana Elena Verónica Alicia`,
    `García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Reyes Cruz
    Morales Ortiz Gutiérrez Chávez Ramos Mendoza Ruiz Castillo Vargas Núñez Delgado Peña`,
  ),
  origin(
    16,
    `Marcus Darius Malik Terrence Andre Isaiah Xavier Jamal Tyrone Elijah DeShawn Reginald Jalen Curtis Aaliyah Imani Keisha
    Tiffany Ebony Jasmine Monique Latoya Kiara Nia Simone Danielle Tamika Gloria`,
    `Williams Brown Jones Jackson Harris Robinson Washington Jefferson Booker Coleman Jenkins Perry Powell Patterson Hughes
    Simmons Foster Bryant Alexander Russell Griffin Hayes Banks Franklin Dorsey Gaines`,
  ),
  origin(
    5,
    `Wei Jun Ming Hao Kevin Jason Grace Li Xin Mei Jia Yan Eric Vivian Min-jun Ji-woo Seo-yeon Daniel Eunice Hana Kenji Yuki`,
    `Chen Wang Li Zhang Liu Huang Lin Wu Yang Zhao Kim Park Lee Choi Jung Tanaka Sato Nakamura Cheng Wong`,
  ),
  origin(
    4,
    `Arjun Rahul Vikram Sanjay Amit Rohan Aditya Imran Bilal Priya Ananya Neha Kavya Divya Meera Sunita Fatima Ayesha`,
    `Patel Singh Sharma Gupta Kumar Reddy Shah Desai Iyer Nair Rao Mehta Khan Ahmed Chaudhry Joshi`,
  ),
  origin(
    4,
    `Minh Tuan Hung Duc Anh Linh Huong Thao Mai Lan Angelo Marco Jerome Maricel Rowena Kristine Somchai Achara`,
    `Nguyen Tran Le Pham Hoang Vu Dang Bui Do Santos Reyes Bautista Villanueva Aquino Vang Xiong`,
  ),
  origin(
    3,
    `Omar Yusuf Khalid Hassan Samir Karim Amir Dariush Layla Noor Amina Yasmin Leila Zahra Mariam Hana`,
    `Haddad Khoury Nasser Mansour Hassan Ibrahim Abdi Farah Rahimi Hosseini Karimi Saleh Aziz`,
  ),
  origin(
    3,
    `Chidi Emeka Kwame Kofi Tunde Abel Dawit Samuel Amara Ngozi Adaeze Akosua Abena Selam Hana Esther`,
    `Okafor Adeyemi Okonkwo Mensah Owusu Boateng Tesfaye Bekele Abebe Diallo Traoré Eze`,
  ),
]

function origin(weight: number, firstNames: string, lastNames: string): Origin {
  return { weight, firstNames: firstNames.split(/\s+/), lastNames: lastNames.split(/\s+/) }
}
