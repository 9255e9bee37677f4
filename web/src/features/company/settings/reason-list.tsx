import { Button, Checkbox, Input, Switch } from 'antd';
import { useState, type FormEvent } from 'react';
import type { ListedReason } from '@washdesk/contracts/company/choice';
import { reasonKinds } from '@washdesk/contracts/company/reference';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useAddReasonMutation, useAllReasonsQuery, useChangeReasonMutation } from './settings-api.ts';
import styles from './settings.module.css';

type Kind = (typeof reasonKinds)[number];

const kindWords: Readonly<Record<Kind, string>> = { discontinue: 'Discontinue', terminate: 'Terminate', delete: 'Delete' };
const options = reasonKinds.map((kind) => ({ value: kind, label: kindWords[kind] }));

/** The reasons for ending plans and customers, and where each is offered. Past choices stay readable. */
export function ReasonList() {
  const { data, error, refetch } = useAllReasonsQuery();
  const [change, { error: refused, isLoading }] = useChangeReasonMutation();
  const put = ({ reasonvalue, ...was }: ListedReason, part: Partial<ListedReason>): void =>
    void change({ params: { reasonvalue }, body: { ...was, ...part, was } });
  return (
    <Section flush title="Reasons">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {refused && <Failure title="Couldn’t update the reason" error={refused} />}
      <ul className={styles.settings}>
        {data?.reasons.map((reason) => (
          <li key={reason.reasonvalue} className={styles.choice}>
            <span id={`reason-${reason.reasonvalue}`}>{reason.reasontext}</span>
            <Checkbox.Group
              options={options}
              value={reason.kinds}
              disabled={isLoading}
              onChange={(kinds: Kind[]) => kinds.length > 0 && put(reason, { kinds })}
            />
            <span className={styles.offered}>{reason.active ? 'Active' : 'Inactive'}</span>
            <Switch
              aria-labelledby={`reason-${reason.reasonvalue}`}
              checked={reason.active}
              disabled={isLoading}
              onChange={(active) => put(reason, { active })}
            />
          </li>
        ))}
      </ul>
      <AddReason />
    </Section>
  );
}

function AddReason() {
  const [add, { error, isLoading }] = useAddReasonMutation();
  const [text, setText] = useState('');
  const [kinds, setKinds] = useState<Kind[]>([...reasonKinds]);
  const ready = text.trim() !== '' && kinds.length > 0;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    const { data } = await add({ body: { reasontext: text, kinds } });
    if (data) setText('');
  };
  return (
    <form className={styles.add} noValidate onSubmit={(event) => void submit(event)}>
      {error && <Failure title="Couldn’t add the reason" error={error} />}
      <Input aria-label="New reason" placeholder="New reason" value={text} onChange={({ target }) => setText(target.value)} />
      <Checkbox.Group options={options} value={kinds} onChange={setKinds} />
      <Button htmlType="submit" loading={isLoading} disabled={!ready}>
        Add Reason
      </Button>
    </form>
  );
}
