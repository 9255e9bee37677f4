import { Button } from 'antd';
import { useParams } from 'react-router-dom';
import { enrol as enrolment, enrolmentPreview } from '@washdesk/contracts/access/device';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { api } from '../../../lib/api/api.ts';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';
import { Enrolled } from './enrolled.tsx';
import { EnrolmentFacts } from './enrolment-facts.tsx';

const enrolApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The enrolled device is loaded when the user continues; until then this screen shows it.
    enrol: build.mutation({ ...fromContract(enrolment), invalidatesTags: ['Device', 'Caller'] }),
    enrolmentPreview: build.query({ ...fromContract(enrolmentPreview), keepUnusedDataFor: 0 }),
  }),
});

const { useEnrolMutation, useEnrolmentPreviewQuery } = enrolApi;

/** Opened by an Admin's one-time link (docs/rules/access.md#devices). The button uses the link up, not opening it. */
export function EnrolScreen() {
  const { token = '' } = useParams();
  if (!enrolment.body.safeParse({ token }).success) {
    return (
      <CenterCard title="This link is incomplete" lead="Part of the address is missing.">
        <p>Open it again from the Admin’s message, or ask for a new one.</p>
      </CenterCard>
    );
  }
  return <WholeLink token={token} />;
}

function WholeLink({ token }: { token: string }) {
  const preview = useEnrolmentPreviewQuery({ body: { token } });
  const [enrol, { data, error, isLoading }] = useEnrolMutation();
  if (data) return <Enrolled device={data.device} siteName={preview.data?.siteName ?? String(data.device.site)} />;
  const spent = [error, preview.error].find(isSpent);
  if (spent) {
    return (
      <CenterCard title="This link no longer works" lead={spent.message}>
        <p>An enrollment link works once, within 24 hours. Ask an Admin for a new one.</p>
      </CenterCard>
    );
  }
  if (!preview.data) {
    if (!preview.error || preview.isFetching) return <PageSkeleton />;
    return (
      <CenterCard title="Enroll this browser">
        <Failure title="Couldn’t check the link" error={preview.error} onRetry={() => void preview.refetch()} />
      </CenterCard>
    );
  }
  return (
    <CenterCard title="Enroll this browser" lead="Press Enroll only on the device named here.">
      <EnrolmentFacts preview={preview.data} />
      <Button type="primary" size="large" block loading={isLoading} onClick={() => void enrol({ body: { token } })}>
        Enroll
      </Button>
      {error && !isLoading && <Failure title="Couldn’t enroll this browser" error={error} />}
    </CenterCard>
  );
}

/** Whether the link is used, expired or unknown: only a new link helps. */
function isSpent(error: unknown): error is { message: string } {
  return isCallFailure(error) && (error.status === 410 || error.status === 404);
}
