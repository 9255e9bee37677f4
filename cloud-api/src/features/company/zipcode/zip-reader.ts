import { parentPort } from 'node:worker_threads';
import { codes } from 'zipcodes';
import type { ZipPlace } from './zip-table.ts';

/** A thread of its own: reads the package's places, posts those of the US, and ends (zip-table.ts). */
const places = Object.values(codes).filter(({ country }) => country === 'US');
const table = new Map(places.map(({ zip, city, state }): [string, ZipPlace] => [zip, { city, state }]));
parentPort?.postMessage(table, []);
