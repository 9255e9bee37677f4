import { useEffect, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { CloudLine } from './cloud-line.tsx';
import { ConfigCheck } from './config-check.tsx';
import { Devices } from './devices.tsx';
import { Facts } from './facts.tsx';
import { Gates } from './gates.tsx';
import { Lanes } from './lanes.tsx';
import { pressLocal } from './local-calls.ts';
import { Log } from './log.tsx';
import { Redeem } from './redeem.tsx';
import { SignIn } from './sign-in.tsx';
import { Status } from './status.tsx';
import { texts } from './texts.ts';
import { useSite, type Shown } from './use-site.ts';
import styles from './local.module.css';

/** The page of a site's own computer: what works, and the work of a cashier while Washdesk can't be reached. */
export function LocalPage() {
  const [session, setSession] = useState(0);
  return <Session key={session} onChange={() => setSession(session + 1)} />;
}

/** @param onChange after a sign-in or sign-out: everything is read again */
function Session({ onChange }: { onChange: () => void }) {
  const site = useSite();
  const { view, signedOut, silent } = site;
  const name = view?.site.name ?? texts.brand;
  useEffect(() => {
    document.title = texts.title(name);
  }, [name]);

  async function signOut(): Promise<void> {
    await pressLocal('/sign-out', {}).catch(() => undefined);
    onChange();
  }

  return (
    <>
      <PageHeader
        brand={name}
        end={
          view && (
            <span className={styles.session}>
              <span className={styles.role}>{texts.role[view.role]}</span>
              <Button kind="link" onClick={() => void signOut()}>
                {texts.signOut}
              </Button>
            </span>
          )
        }
      />
      {silent && (
        <div className="page">
          <Notice kind="problem">{texts.silent}</Notice>
        </div>
      )}
      {view ? <Content site={site} view={view} /> : signedOut ? <SignIn onDone={onChange} /> : <Loading />}
    </>
  );
}

const Loading = () => (
  <main className="page">
    <Skeleton label={texts.loading} heights={[120, 240]} />
  </main>
);

function Content(shown: Shown) {
  return shown.view.role === 'it' ? (
    <main className={`page ${styles.columns}`}>
      <div className={styles.column}>
        <Status {...shown} />
        <Devices {...shown} />
      </div>
      <div className={styles.column}>
        <Gates {...shown} admitted={null} />
        <Facts {...shown} />
        <Lanes {...shown} />
        <ConfigCheck />
      </div>
      <Log {...shown} />
    </main>
  ) : (
    <main className={`page ${styles.columns}`}>
      <CloudLine {...shown} />
      <Redeem {...shown}>
        <Status {...shown} />
        <Lanes {...shown} />
      </Redeem>
    </main>
  );
}
