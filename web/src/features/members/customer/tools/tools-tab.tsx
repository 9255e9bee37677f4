import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Section } from '../../../../components/layout/section.tsx';
import { LinkButton } from '../../../../components/navigation/link-button.tsx';
import { customerDataPath, customerDifferencesPath, customerJobsPath } from '../../../../lib/paths.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { ClonedProfile } from '../cloned-profile.tsx';
import { whyNotCloned } from './allowed-tools.ts';
import { CloneDialog } from './clone-dialog.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ReceiptsSection } from './receipts-section.tsx';
import { SitewatchComment } from './sitewatch-comment.tsx';
import styles from './tools.module.css';

const dialogs = { complete: CompleteDialog, clone: CloneDialog, delete: DeleteDialog };

/** Tools for the whole customer, and the customer's receipts. */
export function ToolsTab({ customer }: { customer: CustomerDetail }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const mayDelete = useAtLeast('SalesManager');
  const seesJobs = useAtLeast('Admin');
  const seesData = useAtLeast('SupportCenter');
  const { deleted, incomplete } = customer;
  const notCloned = whyNotCloned(customer);
  const Dialog = open && dialogs[open];
  return (
    <div className={styles.tab}>
      <Section title="Profile" flush>
        <ul className={styles.tools} aria-label="Tools">
          {incomplete && !deleted && (
            <Tool
              name="Complete Customer"
              about="Signed up online. Check the name, codes, vehicle and email. The sale is then credited to you."
            >
              <Button type="primary" size="large" onClick={() => setOpen('complete')}>
                Complete Customer
              </Button>
            </Tool>
          )}
          <Tool
            name="Clone Customer"
            about={
              <>
                <span>{notCloned ?? 'A new profile for the same person, with a different plate and tag.'}</span>{' '}
                <ClonedProfile customer={customer} />
              </>
            }
          >
            <Button size="large" disabled={notCloned !== null} onClick={() => setOpen('clone')}>
              Clone Customer
            </Button>
          </Tool>
          <SitewatchComment customer={customer} />
          {seesData && (
            <Tool name="Customer data" about="What is stored about the customer: export it, or erase the customer everywhere.">
              <LinkButton size="large" to={customerDataPath(customer.id)}>
                Customer Data
              </LinkButton>
            </Tool>
          )}
          {seesJobs && (
            <Tool name="Pending jobs" about="What Sitewatch, loyalty and other systems must still receive about the customer.">
              <LinkButton size="large" to={customerJobsPath(customer.id)}>
                Pending Jobs
              </LinkButton>
            </Tool>
          )}
          {seesJobs && (
            <Tool name="Reconciliation" about="Where Stripe, the lanes, Sitewatch and loyalty have different values of the customer.">
              <LinkButton size="large" to={customerDifferencesPath(customer.id)}>
                Compare Systems
              </LinkButton>
            </Tool>
          )}
          {mayDelete && !deleted && (
            <Tool
              name="Delete Customer"
              about={
                incomplete
                  ? 'Complete this sign-up before you delete the customer.'
                  : 'Permanently, with saved cards. A reason is required.'
              }
            >
              <Button danger size="large" disabled={incomplete} onClick={() => setOpen('delete')}>
                Delete Customer
              </Button>
            </Tool>
          )}
        </ul>
      </Section>
      <ReceiptsSection customer={customer} />
      {Dialog && <Dialog customer={customer} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** A tool: its button, and its description or why it is unavailable. */
function Tool({ name, about, children }: { name: string; about: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.tool} aria-label={name}>
      <p className={styles.about}>{about}</p>
      {children}
    </li>
  );
}
