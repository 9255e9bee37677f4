import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { atLeast, highestRole, Role } from '@washdesk/rules/company/roles';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { useEnabledFlags } from '../../lib/flags.ts';
import { useLinkHotkey } from '../../lib/hotkeys/use-link-hotkey.ts';
import { paths } from '../../lib/paths.ts';
import { cameFromDxt, selectRegisterContext } from '../../lib/register-context.ts';
import type { VisibleSession } from '../../lib/session/session-slice.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { LogoutRequest } from '../../lib/sign-in-request.ts';
import { useConfigQuery, useCurrentDeviceQuery } from '../../lib/startup-api.ts';
import { barLinks, type BarLink } from './bar-links.ts';
import { WorkplaceMenu } from './workplace-menu.tsx';
import styles from './shell.module.css';

/** The bar above every screen except /isi and the public pages (docs/rules/screens.md#top-bar). */
export function TopBar() {
  const session = useSession();
  return (
    <header className={styles.bar}>
      <Link to={paths.home} className={styles.brand} aria-label="Washdesk">
        <BrandMark />
        <span className={styles.wordmark}>Washdesk</span>
      </Link>
      {session && <SignedInBar session={session} />}
    </header>
  );
}

/** The logo: a drop of water over a lane. */
function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 2c3.6 4.3 5.6 7.4 5.6 10a5.6 5.6 0 0 1-11.2 0C6.4 9.4 8.4 6.3 12 2Z" fill="var(--water)" />
      <path d="M3 21h7M14 21h7" stroke="var(--ink)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

function SignedInBar({ session }: { session: VisibleSession }) {
  const { pathname } = useLocation();
  const { sale } = useSelector(selectRegisterContext);
  const flags = useEnabledFlags();
  const links = barLinks({ path: pathname, roles: session.user.roles, flags, sale });
  const bar = useRef<HTMLElement>(null);
  const current = links.find(({ isCurrent }) => isCurrent)?.label;
  useEffect(() => {
    if (current === undefined) return undefined;
    // scrolls in the next frame: scrolling immediately would force an extra layout
    const frame = requestAnimationFrame(() => {
      bar.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return (
    <>
      <nav ref={bar} className={styles.links} aria-label="Tools">
        {links.map((link) => (
          <ToolLink key={link.label} link={link} />
        ))}
        <DxtLink />
      </nav>
      <div className={styles.person}>
        <WorkplaceMenu />
        <Person session={session} />
        <SwitchUser />
        <Link to={paths.logout}>Log Out</Link>
      </div>
    </>
  );
}

/** A link with its shortcut. */
function ToolLink({ link: { label, to, hotkey, isCurrent } }: { link: BarLink }) {
  useLinkHotkey(hotkey ?? null, to);
  const keys = hotkey?.replace('Key', '');
  return (
    <Link to={to} aria-keyshortcuts={keys} aria-current={isCurrent ? 'page' : undefined}>
      {label}
      {keys && <KeyHint>{keys.replace('+', ' ')}</KeyHint>}
    </Link>
  );
}

/** At an enrolled device: ends the session with one press; the next user signs in for the same screen. */
function SwitchUser() {
  const { data } = useCurrentDeviceQuery();
  const { pathname, search } = useLocation();
  if (!data?.device) return null;
  return (
    <Link to={paths.logout} state={{ nextAt: pathname + search } satisfies LogoutRequest}>
      Switch User
    </Link>
  );
}

/** The name with the highest role; for User and above it links to the profile. */
function Person({ session: { user } }: { session: VisibleSession }) {
  const content = (
    <>
      {user.name}
      <span className={styles.role}>{highestRole(user.roles)}</span>
    </>
  );
  if (!atLeast(user.roles, Role.User)) return <span className={styles.name}>{content}</span>;
  return (
    <Link to={paths.profile} className={styles.name}>
      {content}
    </Link>
  );
}

function DxtLink() {
  const registerContext = useSelector(selectRegisterContext);
  const { data: config } = useConfigQuery();
  const dxtUrl = config?.configOptions?.dxtUrl;
  return dxtUrl && cameFromDxt(registerContext, dxtUrl) ? <a href={dxtUrl}>Back to DXT</a> : null;
}
