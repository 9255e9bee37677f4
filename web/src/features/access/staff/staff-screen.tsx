import { Button } from 'antd';
import { useState } from 'react';
import { namesOfRoles } from '@washdesk/rules/company/roles';
import { matchesWords } from '@washdesk/rules/text/matches-words';
import { ListFilter } from '../../../components/data/list-filter.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { showToast } from '../../../lib/toasts.ts';
import {
  useChangeStaffMutation,
  useDecideIdentityMutation,
  useResetCodeMutation,
  useStaffQuery,
  useUnlockPinMutation,
} from './staff-api.ts';
import { AddPersonDialog, RolesDialog, SecretDialog } from './staff-dialogs.tsx';
import { StaffTable, type StaffChoice } from './staff-table.tsx';

/** The staff: adds people, changes their roles, PINs and passwords, and unlocks accounts (docs/rules/access.md#staff). */
export function StaffScreen() {
  const { data, error, refetch } = useStaffQuery();
  const [unlock, unlocked] = useUnlockPinMutation();
  const [reset, wasReset] = useResetCodeMutation();
  const [switchOver, switched] = useChangeStaffMutation();
  const [decide, decided] = useDecideIdentityMutation();
  const [chosen, setChosen] = useState<StaffChoice | { action: 'add' } | null>(null);
  const [search, setSearch] = useState('');
  const found = data?.staff.filter(({ number, name, username, roles }) =>
    matchesWords(search, [String(number), name, username, namesOfRoles(roles).join(' ')]),
  );
  const close = () => setChosen(null);
  const finish = (words: string) => {
    showToast(words);
    close();
  };
  const begin = async (wanted: StaffChoice): Promise<void> => {
    const { person } = wanted;
    for (const { reset: forget } of [unlocked, wasReset, switched, decided]) forget();
    if (wanted.action === 'roles' || wanted.action === 'secret') return setChosen(wanted);
    if (wanted.action === 'unlock') {
      const { data: answer } = await unlock({ body: { employee: person.number } });
      if (answer) showToast(`${person.name} was unlocked on all registers`);
    } else if (wanted.action === 'resetCode') {
      const { data: answer } = await reset({ body: { employee: person.number } });
      if (answer) showToast(`${person.name} was signed out everywhere and will set up new one-time codes at the next sign-in`);
    } else if (wanted.action === 'same' || wanted.action === 'new') {
      const body = { sitewatchName: person.sitewatchName ?? '', is: wanted.action };
      const { data: answer } = await decide({ params: { number: String(person.number) }, body });
      if (answer)
        showToast(wanted.action === 'same' ? `${body.sitewatchName} is ${person.name}` : `${body.sitewatchName} is a cashier now`);
    } else {
      const active = wanted.action === 'activate';
      const { data: answer } = await switchOver({ params: { number: String(person.number) }, body: { active } });
      if (answer) showToast(active ? `${person.name} can sign in again` : `${person.name} was signed out everywhere and can’t sign in`);
    }
  };
  return (
    <Page
      title="Staff"
      actions={
        <Button type="primary" onClick={() => setChosen({ action: 'add' })}>
          Add a Person
        </Button>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {unlocked.error && <Failure title="Couldn’t unlock" error={unlocked.error} />}
      {wasReset.error && <Failure title="Couldn’t reset the one-time codes" error={wasReset.error} />}
      {switched.error && <Failure title="Nothing was changed" error={switched.error} />}
      {decided.error && <Failure title="Nothing was changed" error={decided.error} />}
      <ListFilter label="Find a person" placeholder="Name, number, username or role" value={search} onChange={setSearch} />
      <Section flush>
        <StaffTable
          staff={found ?? []}
          nothing={search.trim() === '' ? 'No staff yet. Every Sitewatch employee is a cashier' : `No staff match “${search.trim()}”`}
          loading={!data && !error}
          busy={unlocked.isLoading || wasReset.isLoading || switched.isLoading || decided.isLoading}
          onChoose={(wanted) => void begin(wanted)}
        />
      </Section>
      {chosen?.action === 'add' && <AddPersonDialog onClose={close} onDone={finish} />}
      {chosen?.action === 'roles' && <RolesDialog person={chosen.person} onClose={close} onDone={finish} />}
      {chosen?.action === 'secret' && <SecretDialog person={chosen.person} onClose={close} onDone={finish} />}
    </Page>
  );
}
