export interface State {
  /** The two-letter postal abbreviation. */
  abbreviation: string;
  name: string;
  country: 'US' | 'CA';
}

const of = (country: State['country'], names: Readonly<Record<string, string>>): State[] =>
  Object.entries(names).map(([abbreviation, name]) => ({ abbreviation, name, country }));

const stateNames = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;

/** Includes the freely associated states and the armed forces, which all have ZIP codes. */
const territoryNames = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  FM: 'Federated States of Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const;

const provinceNames = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NT: 'Northwest Territories',
  NS: 'Nova Scotia',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
} as const;

/**
 * The states for plates and addresses (docs/rules/company.md#reference-lists): states by name, then territories, then Canada's provinces.
 */
export const states: readonly State[] = [...of('US', stateNames), ...of('US', territoryNames), ...of('CA', provinceNames)];

const abbreviations: ReadonlySet<string> = new Set(states.map(({ abbreviation }) => abbreviation));

/** Whether two uppercase letters are a state, a territory or a province. */
export const isState = (abbreviation: string): boolean => abbreviations.has(abbreviation);

/** Returns the state with this abbreviation or name, in any case; null if there is none. */
export function stateOf(text: string): State | null {
  const wanted = text.trim().toLowerCase();
  return states.find(({ abbreviation, name }) => abbreviation.toLowerCase() === wanted || name.toLowerCase() === wanted) ?? null;
}
