import { CalendarDays, LayoutDashboard, Tags } from 'lucide-react';
import { paths } from '../paths.ts';

/** A user's pages, in the order of the side bar. */
export const mainPages = [
  { to: paths.dashboard, label: 'Dashboard', Icon: LayoutDashboard },
  { to: paths.schedule, label: 'Calendário', Icon: CalendarDays },
] as const;

/** On a phone they stand behind `Mais` (DESIGN.md, section 6). */
export const morePages = [{ to: paths.plans, label: 'Planos', Icon: Tags }] as const;
