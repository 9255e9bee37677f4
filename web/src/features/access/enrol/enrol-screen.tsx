import { enrol as enrolment } from '@washdesk/contracts/access/device';
import { Button } from 'antd';
import { useParams } from 'react-router-dom';
import { CenterCard } from '../../../components/center-card.tsx';
import { Failure } from '../../../components/failure.tsx';
import { api } from '../../../lib/api/api.ts';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';
import { Enrolled } from './enrolled.tsx';

const enrolApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The enrolled device is loaded when the person goes on; until then this screen shows it.
    enrol: build.mutation({ ...fromContract(enrolment), invalidatesTags: ['Device', 'Caller'] }),
  }),
});

const { useEnrolMutation } = enrolApi;

/** What an Admin's one-time link opens (docs/rules/access.md#devices). The button uses the link up, not opening it. */
export function EnrolScreen() {
  const { token = '' } = useParams();
  const [enrol, { data, error, isLoading }] = useEnrolMutation();
  if (!enrolment.body.safeParse({ token }).success) {
    return (
      <CenterCard title="This link is not whole" lead="A part of its address was lost on the way.">
        <p>Open it again from where the Admin sent it, or ask for a new one.</p>
      </CenterCard>
    );
  }
  if (data) return <Enrolled device={data.device} />;
  if (isSpent(error)) {
    return (
      <CenterCard title="This link no longer works" lead={error.message}>
        <p>An enrolment link works once and for 24 hours. Ask an Admin for a new one.</p>
      </CenterCard>
    );
  }
  return (
    <CenterCard
      title="Enrol this browser"
      lead="It becomes a device of one site: people can then sign in here with their employee number. Do this only on the register, tablet or screen that the link was made for."
    >
      <Button type="primary" size="large" block loading={isLoading} onClick={() => void enrol({ body: { token } })}>
        Enrol
      </Button>
      {error && !isLoading && <Failure title="This browser could not be enrolled" error={error} />}
    </CenterCard>
  );
}

function isSpent(error: unknown): error is { message: string } {
  return isCallFailure(error) && error.status === 410;
}
