import { Alert, Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { requestCoupon } from '@washdesk/contracts/sites/wash-coupon';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { printImage } from './print-image.ts';
import { useCouponRequest, type CouponForm } from './use-coupon-request.ts';
import styles from './isi.module.css';

const { vendor_id, first_name, last_name, custom_1 } = requestCoupon.body.shape;
const words = { invoice: '01###-###', plate: 'Enter a plate with its state, such as ABC123-IL' };
const accepts = (rule: z.ZodType) => (text: string) => rule.safeParse(text).success;

/** The contract's rules with this form's texts. */
const typed = z.object({
  vendor_id: z.string().refine(accepts(vendor_id), `Must look like ${words.invoice}, and begin with 018 or 019`),
  first_name: z.string().refine(accepts(first_name), 'First name is required'),
  last_name: z.string().refine(accepts(last_name), 'Last name is required'),
  custom_1: z.string().refine(accepts(custom_1), words.plate),
});

const empty: CouponForm = { vendor_id: '', first_name: '', last_name: '', custom_1: '' };

/** Requests a wash coupon and prints it. The session identifies the requester; SKU and email are settings. */
export function CouponRequest() {
  const employee = useSession()?.user.name ?? '';
  const { state, coupon, send, startAnew, dialog } = useCouponRequest();
  const form = useZodForm({ schema: typed, initial: empty, showProblems: 'onTouched', onSubmit: send });
  const isValid = typed.safeParse(useValues(form.control)).success;
  const { kind } = state;
  useHotkey(coupon === null && isValid ? 'F2' : null, form.submit);
  if (coupon) {
    return (
      <Coupon
        {...coupon}
        onAgain={() => {
          form.reset(empty);
          startAnew();
        }}
      />
    );
  }
  return (
    <div className={styles.found}>
      <Section title="Wash Coupon">
        <form className={styles.coupon} aria-label="Wash coupon" noValidate onSubmit={form.submit}>
          <TextField
            control={form.control}
            name="vendor_id"
            label="ISI Invoice Number"
            hint={words.invoice}
            maxLength={20}
            spellCheck={false}
            autoFocus
          />
          <TextField control={form.control} name="first_name" label="First Name" maxLength={60} />
          <TextField control={form.control} name="last_name" label="Last Name" maxLength={60} />
          <TextField
            control={form.control}
            name="custom_1"
            label="License Plate"
            hint="ABC123-IL"
            maxLength={20}
            spellCheck={false}
            onType={(text) => form.change({ custom_1: text.toUpperCase() })}
          />
          <p className={styles.note}>Requested by {employee}</p>
          {kind === 'refused' && <Failure title="Couldn’t create the coupon" error={state.failure} />}
          {kind === 'unknown' && (
            <div role="status" className={styles.checking}>
              <StatusBadge tone="wait">Checking whether the coupon was created</StatusBadge>
              <span>Request it again to check. Each invoice gets only one coupon.</span>
            </div>
          )}
          <Button type="primary" size="large" htmlType="submit" disabled={!isValid} loading={kind === 'sending'} aria-keyshortcuts="F2">
            Request Coupon
            <KeyHint>F2</KeyHint>
          </Button>
        </form>
      </Section>
      {dialog}
    </div>
  );
}

function Coupon({ image, invoice, onAgain }: { image: string; invoice: string; onAgain: () => void }) {
  const [isBlocked, setBlocked] = useState(false);
  const name = `Wash coupon of invoice ${invoice}`;
  const print = (): void => setBlocked(!printImage(image, name));
  useHotkey('F7', print);
  return (
    <div className={styles.found}>
      <Section title={name} actions={<Button onClick={onAgain}>Another Coupon</Button>}>
        <img className={styles.image} src={image} alt={name} />
        <Button type="primary" size="large" autoFocus onClick={print} aria-keyshortcuts="F7">
          Print Coupon
          <KeyHint>F7</KeyHint>
        </Button>
        <div aria-live="assertive">
          {isBlocked && <Alert type="error" showIcon title="The print window was blocked. Allow pop-ups for this site." />}
        </div>
      </Section>
    </div>
  );
}
