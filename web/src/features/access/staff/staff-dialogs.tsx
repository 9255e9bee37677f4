import { Button, Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import type { StaffMember } from '@washdesk/contracts/access/one-time-code';
import { addStaff } from '@washdesk/contracts/access/staff';
import { namesOfRoles } from '@washdesk/rules/company/roles';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useSeen } from '../../../lib/forms/use-seen.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { RolesField } from './roles-field.tsx';
import { useAddStaffMutation, useChangeStaffMutation, useResetSecretMutation } from './staff-api.ts';
import styles from './staff.module.css';

interface DialogProps {
  onClose: () => void;
  /** Receives the success message. */
  onDone: (words: string) => void;
}

const { roles } = addStaff.body.shape;

const newPerson = z
  .object({
    number: z.string().regex(/^\d{1,9}$/, 'must be a number of at most 9 digits'),
    name: z.string().regex(/\S/, 'must not be empty'),
    roles: z.array(z.string()).min(1, 'Choose at least one role'),
  })
  .pipe(z.object({ number: z.string(), name: z.string(), roles }));

/** Adds a person with more roles than a cashier. */
export function AddPersonDialog({ onClose, onDone }: DialogProps) {
  const [add, { error, isLoading }] = useAddStaffMutation();
  const form = useZodForm({
    schema: newPerson,
    initial: { number: '', name: '', roles: ['User'] },
    failure: isLoading ? null : error,
    onSubmit: async (person) => {
      const { data } = await add({ body: { ...person, number: Number(person.number) } });
      if (data) onDone(`${person.name.trim()} was added. Set a PIN or password before the first sign-in.`);
    },
  });
  return (
    <Modal open title="Add a person" footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField control={form.control} name="number" label="Employee number" inputMode="numeric" maxLength={9} autoFocus />
        <TextField control={form.control} name="name" label="Name" maxLength={60} />
        <RolesField control={form.control} name="roles" label="Roles" />
        {error && !isLoading && <Failure title="Couldn’t add the person" error={error} />}
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          Add Person
        </Button>
      </form>
    </Modal>
  );
}

interface PersonDialogProps extends DialogProps {
  person: StaffMember;
}

const changedRoles = z.object({ roles: z.array(z.string()).min(1, 'Choose at least one role') }).pipe(z.object({ roles }));

/** Changes roles. They apply immediately: the person is signed out everywhere. */
export function RolesDialog({ person: { number, name, roles: held }, onClose, onDone }: PersonDialogProps) {
  const [change, { error, isLoading }] = useChangeStaffMutation();
  const seen = useSeen({ roles: namesOfRoles(held) });
  const form = useZodForm({
    schema: changedRoles,
    initial: { roles: namesOfRoles(held) },
    failure: isLoading ? null : error,
    onSubmit: async (body) => {
      const { data, error: refused } = await change({ params: { number: String(number) }, body: { ...body, was: seen.was } });
      seen.refused(refused);
      if (data) onDone(`Roles updated for ${name}. Open sessions need to sign in again.`);
    },
  });
  return (
    <Modal open title={`Roles of ${name}`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <RolesField control={form.control} name="roles" label="Roles" />
        {error && !isLoading && <Failure title="Couldn’t change the roles" error={error} />}
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          Save Roles
        </Button>
      </form>
    </Modal>
  );
}

type SecretKind = 'pin' | 'password';

const secret = z.object({ pin: z.string(), password: z.string(), username: z.string() });

/** Sets a PIN for the keypad, or a password with a username; the API explains why a weak one is rejected. */
export function SecretDialog({ person: { number, name, username }, onClose, onDone }: PersonDialogProps) {
  const [kind, setKind] = useState<SecretKind>('pin');
  const [reset, { error, isLoading }] = useResetSecretMutation();
  const form = useZodForm({
    schema: secret,
    initial: { pin: '', password: '', username: username ?? '' },
    failure: isLoading ? null : error,
    onSubmit: async (typed) => {
      const body = kind === 'pin' ? { pin: typed.pin } : { password: typed.password, ...(typed.username && { username: typed.username }) };
      const { data } = await reset({ params: { number: String(number) }, body });
      if (data) onDone(`${name} has a new ${kind === 'pin' ? 'PIN' : 'password'} and signs in with it.`);
    },
  });
  return (
    <Modal open title={`PIN or password of ${name}`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <Segmented<SecretKind>
          size="large"
          block
          aria-label="Sign-in method"
          options={[
            { value: 'pin', label: 'PIN' },
            { value: 'password', label: 'Password' },
          ]}
          value={kind}
          onChange={setKind}
        />
        {kind === 'pin' ? (
          <FormField control={form.control} name="pin" label="PIN">
            {(bound) => <Input.Password {...bound} size="large" inputMode="numeric" maxLength={8} autoComplete="off" />}
          </FormField>
        ) : (
          <>
            <TextField control={form.control} name="username" label="Username" maxLength={60} />
            <FormField control={form.control} name="password" label="Password">
              {(bound) => <Input.Password {...bound} size="large" maxLength={200} autoComplete="new-password" />}
            </FormField>
          </>
        )}
        {error && !isLoading && <Failure title="Couldn’t save" error={error} />}
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          {kind === 'pin' ? 'Set PIN' : 'Set Password'}
        </Button>
      </form>
    </Modal>
  );
}
