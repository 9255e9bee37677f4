import { Navigate } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { screenRoutes } from './routes.tsx';
import { Screen } from './screen.tsx';
import { Shell } from './shell/shell.tsx';

/** The shell around every screen; an unknown path redirects to '/'. */
export const routeObjects: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      ...screenRoutes.map((route): RouteObject => ({ path: route.path, element: <Screen key={route.path} route={route} /> })),
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
];
