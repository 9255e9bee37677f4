import { Button, Input, Switch } from 'antd';
import { useState, type FormEvent } from 'react';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useAddPromoMutation, useAllPromosQuery, useChangePromoMutation } from './settings-api.ts';
import styles from './settings.module.css';

/** The promotions of a sign-up. They cannot be deleted, because sign-ups refer to them. */
export function PromoList() {
  const { data, error, refetch } = useAllPromosQuery();
  const [change, { error: refused, isLoading }] = useChangePromoMutation();
  return (
    <Section flush title="Promotions">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {refused && <Failure title="Couldn’t update the promotion" error={refused} />}
      <ul className={styles.settings}>
        {data?.promos.length === 0 && <li className={styles.choice}>No promotions yet</li>}
        {data?.promos.map(({ id, description, active }) => (
          <li key={id} className={styles.choice}>
            <span id={`promo-${id}`}>{description}</span>
            <span className={styles.offered}>{active ? 'Active' : 'Inactive'}</span>
            <Switch
              aria-labelledby={`promo-${id}`}
              checked={active}
              disabled={isLoading}
              onChange={(on) =>
                void change({ params: { id: String(id) }, body: { description, active: on, was: { description, active } } })
              }
            />
          </li>
        ))}
      </ul>
      <AddPromo />
    </Section>
  );
}

function AddPromo() {
  const [add, { error, isLoading }] = useAddPromoMutation();
  const [description, setDescription] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (description.trim() === '') return;
    const { data } = await add({ body: { description } });
    if (data) setDescription('');
  };
  return (
    <form className={styles.add} noValidate onSubmit={(event) => void submit(event)}>
      {error && <Failure title="Couldn’t add the promotion" error={error} />}
      <Input
        aria-label="New promotion"
        placeholder="New promotion"
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Button htmlType="submit" loading={isLoading} disabled={description.trim() === ''}>
        Add Promotion
      </Button>
    </form>
  );
}
