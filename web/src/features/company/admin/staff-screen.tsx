import { Alert } from 'antd';
import { Failure } from '../../../components/failure.tsx';
import { Page } from '../../../components/page.tsx';
import { Section } from '../../../components/section.tsx';
import { useResetCodeMutation, useStaffQuery, useUnlockPinMutation } from './admin-api.ts';
import { StaffTable } from './staff-table.tsx';

/** The people on the staff: who is locked out of PIN or one-time codes, and letting them in again (docs/rules/access.md#limits). */
export function StaffScreen() {
  const { data, error, refetch } = useStaffQuery();
  const [unlock, unlocked] = useUnlockPinMutation();
  const [reset, wasReset] = useResetCodeMutation();
  const nameOf = (number: unknown) => data?.staff.find((one) => one.number === number)?.name ?? 'This person';
  const unlockedName = nameOf(unlocked.originalArgs?.body.employee);
  const resetName = nameOf(wasReset.originalArgs?.body.employee);
  return (
    <Page title="Staff">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {unlocked.error && <Failure title="Nobody was unlocked" error={unlocked.error} />}
      {wasReset.error && <Failure title="The one-time codes were not reset" error={wasReset.error} />}
      <div aria-live="polite">
        {unlocked.data && <Alert type="success" showIcon title={`${unlockedName} may try PIN and one-time code again at every register`} />}
        {wasReset.data && (
          <Alert
            type="success"
            showIcon
            title={`${resetName} was signed out everywhere and sets up new one-time codes at the next sign-in`}
          />
        )}
      </div>
      <Section flush>
        <StaffTable
          staff={data?.staff ?? []}
          loading={!data && !error}
          busy={unlocked.isLoading || wasReset.isLoading}
          onUnlock={({ number }) => {
            wasReset.reset();
            void unlock({ body: { employee: number } });
          }}
          onReset={({ number }) => {
            unlocked.reset();
            void reset({ body: { employee: number } });
          }}
        />
      </Section>
    </Page>
  );
}
