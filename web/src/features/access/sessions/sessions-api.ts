import { revokeRefreshToken } from '@washdesk/contracts/access/auth';
import { endSessions, listRefreshTokens } from '@washdesk/contracts/access/session-list';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query({ ...fromContract(listRefreshTokens), providesTags: ['Session'] }),
    revokeSession: build.mutation({ ...fromContract(revokeRefreshToken), invalidatesTags: ['Session'] }),
    endSessions: build.mutation({ ...fromContract(endSessions), invalidatesTags: ['Session'] }),
  }),
});

export const { useSessionsQuery, useLazySessionsQuery, useRevokeSessionMutation, useEndSessionsMutation } = sessionsApi;
