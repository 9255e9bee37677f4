import { listLaneTraces } from '@washdesk/contracts/lane/trace';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import { TracesService } from './traces.service.ts';

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

const tracesRoutes = (traces: TracesService): Route[] => [
  route(listLaneTraces, ({ query: { from, until, ...search } }) => traces.list({ ...search, from: instant(from), until: instant(until) })),
];

export const createTraces = ({ db }: { db: Db }): Feature => ({ routes: tracesRoutes(new TracesService(db)) });
