import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { useCustomerNotesQuery } from '../customer-screen-api.ts';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import { NotePages } from './note-pages.tsx';
import { firstPage } from './page-of-notes.ts';
import styles from './notes.module.css';

/** Notes about a customer, newest first, and a form to add one. */
export function NotesTab({ customer: { id } }: { customer: CustomerDetail }) {
  const [{ page, pageSize }, setPage] = useState(firstPage);
  const answer = useCustomerNotesQuery({ params: { id }, query: { page: String(page), pageSize } });
  return (
    <div className={styles.tab}>
      <NoteForm customer={id} onAdded={() => setPage(firstPage)} />
      <Loaded what="notes" answer={answer}>
        {({ notes, count }) =>
          count === 0 ? (
            <NothingFound>No Notes Found</NothingFound>
          ) : (
            <Section flush>
              <ul className={styles.notes} aria-label="Notes" aria-busy={answer.isFetching}>
                {notes.map((note) => (
                  <NoteItem key={note.id} note={note} />
                ))}
              </ul>
              <NotePages page={page} pageSize={pageSize} count={count} onChange={setPage} />
            </Section>
          )
        }
      </Loaded>
    </div>
  );
}
