import { chooseLocation, loginEmployee, loginUser, revokeRefreshToken } from '@washdesk/contracts/access/auth';
import type { Session } from '@washdesk/contracts/access/auth';
import { api } from '../api/api.ts';
import type { ApiContext } from '../api/base-query.ts';
import { fromContract } from '../api/contract-call.ts';

interface Started {
  extra: unknown;
  queryFulfilled: Promise<{ data: Session }>;
}

/** Every answer that is a session becomes the session of this browser. A failure is shown by the screen. */
const adopting = {
  onQueryStarted: (_call: unknown, { extra, queryFulfilled }: Started): Promise<void> =>
    queryFulfilled.then(
      ({ data }) => (extra as ApiContext).session.adopt(data),
      () => undefined,
    ),
};

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    loginUser: build.mutation({ ...fromContract(loginUser), ...adopting }),
    loginEmployee: build.mutation({ ...fromContract(loginEmployee), ...adopting }),
    chooseLocation: build.mutation({ ...fromContract(chooseLocation), ...adopting }),
    endSession: build.mutation({
      ...fromContract(revokeRefreshToken),
      onQueryStarted: (_call, { extra, queryFulfilled }) =>
        queryFulfilled.then(
          () => (extra as ApiContext).session.end(),
          () => undefined,
        ),
    }),
  }),
});

export const { useLoginUserMutation, useLoginEmployeeMutation, useChooseLocationMutation, useEndSessionMutation } = sessionApi;
