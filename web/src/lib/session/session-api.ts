import { chooseLocation, loginEmployee, loginUser, revokeRefreshToken } from '@washdesk/contracts/access/auth';
import type { Session } from '@washdesk/contracts/access/auth';
import { changeSecret, confirmCode, setUpCode } from '@washdesk/contracts/access/one-time-code';
import { api } from '../api/api.ts';
import type { ApiContext } from '../api/base-query.ts';
import { fromContract } from '../api/contract-call.ts';

interface Started {
  extra: unknown;
  queryFulfilled: Promise<{ data: Session }>;
}

/** Every answer with a session becomes this browser's session. The screen shows a failure. */
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
    changeSecret: build.mutation(fromContract(changeSecret)),
    setUpCode: build.mutation(fromContract(setUpCode)),
    // The session starts once the recovery codes have been saved.
    confirmCode: build.mutation(fromContract(confirmCode)),
    adoptSession: build.mutation<null, Session>({
      queryFn: (session, { extra }) => {
        (extra as ApiContext).session.adopt(session);
        return { data: null };
      },
    }),
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

export const {
  useLoginUserMutation,
  useLoginEmployeeMutation,
  useChangeSecretMutation,
  useSetUpCodeMutation,
  useConfirmCodeMutation,
  useAdoptSessionMutation,
  useChooseLocationMutation,
  useEndSessionMutation,
} = sessionApi;
