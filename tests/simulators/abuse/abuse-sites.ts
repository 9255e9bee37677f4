/** A site with the place of its ZIP code, as the package `zipcodes` has it. */
export interface AbuseSite {
  number: number;
  name: string;
  state: string;
  zip: string;
  latitude: number;
  longitude: number;
  /** Whether its lanes have a plate camera beside the tag reader. */
  hasCamera: boolean;
}

/** Joliet, Crest Hill and Plainfield are on one way; Rockford and Indianapolis are hours away. */
export const abuseSites: readonly AbuseSite[] = [
  { number: 12, name: 'Joliet', state: 'IL', zip: '60435', latitude: 41.5454, longitude: -88.1299, hasCamera: true },
  { number: 27, name: 'Merrillville', state: 'IN', zip: '46410', latitude: 41.4957, longitude: -87.3509, hasCamera: true },
  { number: 31, name: 'Crest Hill', state: 'IL', zip: '60403', latitude: 41.5548, longitude: -88.0987, hasCamera: false },
  { number: 44, name: 'Plainfield', state: 'IL', zip: '60544', latitude: 41.6009, longitude: -88.1994, hasCamera: true },
  { number: 52, name: 'Gary', state: 'IN', zip: '46404', latitude: 41.5899, longitude: -87.3732, hasCamera: false },
  { number: 61, name: 'Rockford', state: 'IL', zip: '61107', latitude: 42.2786, longitude: -89.0361, hasCamera: true },
  { number: 73, name: 'Indianapolis', state: 'IN', zip: '46220', latitude: 39.8647, longitude: -86.1181, hasCamera: true },
];

/** Pairs on one way. */
export const onOneWay: readonly (readonly [number, number])[] = [
  [12, 31],
  [12, 44],
  [27, 52],
];

/** Pairs with a drive of at least 25 minutes between them. */
export const farApart: readonly (readonly [number, number])[] = [
  [12, 27],
  [44, 61],
  [27, 73],
  [31, 52],
];
