import { lazy } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { signedIn } from '@washdesk/contracts/endpoint';
import type { Access } from '@washdesk/contracts/endpoint';
import { paths } from '../lib/paths.ts';
import type { ScreenDeclaration } from '../lib/screen-declaration.ts';
import { screens } from './screens.ts';

export interface ScreenRoute {
  path: string;
  title: string;
  access: Access;
  screen: ComponentType;
  beforeGates?: true | undefined;
}

function routesOf({ path, aliases = [], title, access, beforeGates, load }: ScreenDeclaration): ScreenRoute[] {
  const screen = lazy(async () => ({ default: await load() }));
  return [path, ...aliases].map((each) => ({ path: each, title, access, screen, beforeGates }));
}

/** Redirects a URL that registers use to a screen, with the query. */
function redirect(pathname: string): ComponentType {
  return function Redirect() {
    return <Navigate to={{ pathname, search: useLocation().search }} replace />;
  };
}

export const screenRoutes: readonly ScreenRoute[] = [
  ...screens.flatMap(routesOf),
  { path: paths.locationRefund, title: 'Refund', access: signedIn, screen: redirect(paths.refund) },
  { path: paths.redeemInterface, title: 'Redeem', access: signedIn, screen: redirect(paths.redeem) },
];
