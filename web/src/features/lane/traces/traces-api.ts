import { listLaneTraces } from '@washdesk/contracts/lane/trace';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const tracesApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Not cached after the screen closes: cars keep coming.
    laneTraces: build.query({ ...fromContract(listLaneTraces), keepUnusedDataFor: 0 }),
  }),
});

export const { useLaneTracesQuery } = tracesApi;
