import {
  CalendarDays,
  ChartColumn,
  Images,
  LayoutDashboard,
  LayoutTemplate,
  LifeBuoy,
  Tags,
} from 'lucide-react';
import { paths } from '../../ui/page/paths.ts';

export const mainPages = [
  { to: paths.dashboard, label: 'Dashboard', Icon: LayoutDashboard },
  { to: paths.schedule, label: 'Calendário', Icon: CalendarDays },
  { to: paths.analytics, label: 'Analytics', Icon: ChartColumn },
] as const;

/** On a phone these pages are in the menu `Mais`. */
export const morePages = [
  { to: paths.templates, label: 'Modelos', Icon: LayoutTemplate },
  { to: paths.mediaLibrary, label: 'Biblioteca', Icon: Images },
  { to: paths.plans, label: 'Planos', Icon: Tags },
  { to: paths.support, label: 'Suporte', Icon: LifeBuoy },
] as const;
