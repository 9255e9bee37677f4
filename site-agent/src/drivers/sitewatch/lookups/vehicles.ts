import { z } from 'zod';
import type { VehicleModel, VehicleName } from '../../../ports/pos-lookups.ts';
import { rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

const nameRow = z.object({ id: z.int(), name: z.string() }).transform(({ id, name }): VehicleName => ({ ID: id, NAME: name }));

const modelRow = z
  .object({ id: z.int(), name: z.string(), make: z.int() })
  .transform(({ id, name, make }): VehicleModel => ({ ID: id, NAME: name, MAKE: make }));

const makes = { sql: sitewatchSql.makes, row: nameRow } satisfies Query<z.ZodType>;
const colors = { sql: sitewatchSql.colors, row: nameRow } satisfies Query<z.ZodType>;
const allModels = { sql: sitewatchSql.models, row: modelRow } satisfies Query<z.ZodType>;
const modelsOfMake = { sql: sitewatchSql.modelsOfMake, row: modelRow } satisfies Query<z.ZodType>;

export function listMakes(database: Queryable, signal: AbortSignal): Promise<VehicleName[]> {
  return rowsOf(database, makes, [], signal);
}

export function listColors(database: Queryable, signal: AbortSignal): Promise<VehicleName[]> {
  return rowsOf(database, colors, [], signal);
}

export function listModels(database: Queryable, make: number | null, signal: AbortSignal): Promise<VehicleModel[]> {
  return make === null ? rowsOf(database, allModels, [], signal) : rowsOf(database, modelsOfMake, [make], signal);
}
