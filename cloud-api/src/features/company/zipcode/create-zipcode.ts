import type { Feature } from '../../../feature.ts';
import { ZipCodes } from './zip-table.ts';
import { zipcodeRoutes } from './zipcode.routes.ts';

export const createZipcode = (): Feature => ({ routes: zipcodeRoutes(new ZipCodes()) });
