import { parentPort } from 'node:worker_threads';
import { codes } from 'zipcodes';
import type { ZipPlace } from './zip-table.ts';

/** Worker thread: reads the package's places, posts those in the US, and exits (zip-table.ts). */
const places = Object.values(codes).filter(({ country }) => country === 'US');
const table = new Map(
  places.map(({ zip, city, state, latitude, longitude }): [string, ZipPlace] => [zip, { city, state, latitude, longitude }]),
);
parentPort?.postMessage(table, []);
