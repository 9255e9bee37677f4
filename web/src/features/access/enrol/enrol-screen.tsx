import { enrol as enrolment, enrolmentPreview } from '@washdesk/contracts/access/device';
import { Button } from 'antd';
import { useParams } from 'react-router-dom';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { api } from '../../../lib/api/api.ts';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';
import { Enrolled } from './enrolled.tsx';
import { EnrolmentFacts } from './enrolment-facts.tsx';

const enrolApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The enrolled device is loaded when the person goes on; until then this screen shows it.
    enrol: build.mutation({ ...fromContract(enrolment), invalidatesTags: ['Device', 'Caller'] }),
    enrolmentPreview: build.query({ ...fromContract(enrolmentPreview), keepUnusedDataFor: 0 }),
  }),
});

const { useEnrolMutation, useEnrolmentPreviewQuery } = enrolApi;

/** What an Admin's one-time link opens (docs/rules/access.md#devices). The button uses the link up, not opening it. */
export function EnrolScreen() {
  const { token = '' } = useParams();
  if (!enrolment.body.safeParse({ token }).success) {
    return (
      <CenterCard title="This link is not whole" lead="A part of its address was lost on the way.">
        <p>Open it again from where the Admin sent it, or ask for a new one.</p>
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
        <p>An enrolment link works once and for 24 hours. Ask an Admin for a new one.</p>
      </CenterCard>
    );
  }
  if (!preview.data) {
    if (!preview.error || preview.isFetching) return <PageSkeleton />;
    return (
      <CenterCard title="Enrol this browser">
        <Failure title="The link could not be looked up" error={preview.error} onRetry={() => void preview.refetch()} />
      </CenterCard>
    );
  }
  return (
    <CenterCard title="Enrol this browser" lead="Press Enrol only on the device that is named here.">
      <EnrolmentFacts preview={preview.data} />
      <Button type="primary" size="large" block loading={isLoading} onClick={() => void enrol({ body: { token } })}>
        Enrol
      </Button>
      {error && !isLoading && <Failure title="This browser could not be enrolled" error={error} />}
    </CenterCard>
  );
}

/** Used up, expired or never made: only a new link helps. */
function isSpent(error: unknown): error is { message: string } {
  return isCallFailure(error) && (error.status === 410 || error.status === 404);
}
