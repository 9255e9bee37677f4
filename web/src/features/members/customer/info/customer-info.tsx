import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { counted } from '@washdesk/rules/text/counts';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { UnsavedChanges } from '../../../../components/feedback/unsaved-changes.tsx';
import { isApprovalCanceled } from '../../../../domain/actions/use-operation.ts';
import { FoundCustomersDialog } from '../../../../domain/customers/found-customers-dialog.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useCodeCheck, type FoundCustomers } from '../use-code-check.ts';
import { Conflicts } from './conflicts.tsx';
import { ContactFields, ContactTexts } from './contact-part.tsx';
import { InfoPartSection } from './info-part.tsx';
import { LoyaltySection } from './loyalty-section.tsx';
import { SitewatchSection } from './sitewatch-section.tsx';
import { useInfoForm, type InfoEdit } from './use-info-form.tsx';
import { VehicleFields, VehicleTexts } from './vehicle-part.tsx';
import styles from './customer-info.module.css';

/** Contact and vehicle as text, edited in place; below them the loyalty card's and Sitewatch's data. */
export function CustomerInfo({ customer }: { customer: CustomerDetail }) {
  return (
    <div className={styles.form}>
      <ContactAndVehicle customer={customer} />
      <div className={styles.cards}>
        <LoyaltySection customer={customer} />
        {!customer.deleted && <SitewatchSection customer={customer} />}
      </div>
    </div>
  );
}

function ContactAndVehicle({ customer }: { customer: CustomerDetail }) {
  const edit = useInfoForm(customer, showToast);
  const { form, operation, conflicts, base, dirty } = edit;
  const [found, setFound] = useState<FoundCustomers | null>(null);
  const check = useCodeCheck({
    form: { valueOf: (field) => form.getValues(field), change: (field, code) => form.change({ [field]: code }) },
    before: base,
    self: customer.id,
    onFound: setFound,
  });
  const refused = operation.failure !== null && conflicts.length === 0 && !isApprovalCanceled(operation.failure);
  const part = { edit, mayEdit: !customer.deleted };
  return (
    <form className={styles.form} noValidate onSubmit={form.submit} aria-label="Customer Info">
      <div className={styles.cards}>
        <InfoPartSection {...part} part="contact" title="Contact" texts={<ContactTexts customer={customer} edit={edit} />}>
          <ContactFields edit={edit} />
        </InfoPartSection>
        <InfoPartSection {...part} part="vehicle" title="Vehicle" texts={<VehicleTexts customer={customer} edit={edit} />}>
          <VehicleFields customer={customer} edit={edit} onLeave={check} />
        </InfoPartSection>
      </div>
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} mine={edit.values} busy={operation.busy} onSettle={edit.settle} />}
      {refused && <Failure title="Couldn’t save the changes" error={operation.failure} />}
      {operation.unknown && !operation.busy && (
        <Alert type="warning" showIcon title="Checking whether this was saved" action={<Button onClick={edit.check}>Check</Button>} />
      )}
      {edit.taxing}
      {edit.parts.length > 0 && <SaveBar edit={edit} />}
      {found && <FoundCustomersDialog {...found} onClose={() => setFound(null)} />}
      {operation.dialog}
      <UnsavedChanges unsaved={dirty.length > 0} />
    </form>
  );
}

/** In sight while fields are open, however long the page is. */
function SaveBar({ edit: { dirty, operation, cancel } }: { edit: InfoEdit }) {
  return (
    <div className={styles.bar}>
      <span role="status">{dirty.length > 0 && `${counted(dirty.length, 'field')} changed`}</span>
      <Button size="large" disabled={operation.busy} onClick={cancel}>
        Cancel
      </Button>
      <Button size="large" type="primary" htmlType="submit" loading={operation.busy} disabled={operation.unknown}>
        Save Changes
      </Button>
    </div>
  );
}
