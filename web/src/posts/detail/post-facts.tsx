import type { Post } from '@pontual/contract/posts/posts.ts';
import {
  AtSign,
  CalendarCheck,
  History,
  LayoutGrid,
  MapPin,
  Music,
  TextQuote,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react';
import { getPostFacts, type FactName } from './post-facts.rules.ts';

const icons: Record<FactName, typeof AtSign> = {
  account: AtSign,
  place: MapPin,
  people: UserRoundPlus,
  collaborators: UsersRound,
  audio: Music,
  feed: LayoutGrid,
  altText: TextQuote,
  created: History,
  published: CalendarCheck,
};

export function PostFacts({ post, username }: { post: Post; username: string | null }) {
  return (
    <dl className="mt-5.5 grid text-sm">
      {getPostFacts(post, username).map(({ name, label, text }) => {
        const Icon = icons[name];
        return (
          <div
            key={name}
            className="grid grid-cols-[150px_minmax(0,1fr)] gap-3 border-t border-line py-2.5 lg:grid-cols-[160px_minmax(0,1fr)]"
          >
            <dt className="flex items-start gap-2 text-ink-3">
              <Icon size={16} className="mt-0.5 shrink-0" />
              {label}
            </dt>
            <dd className="tnum wrap-anywhere">{text}</dd>
          </div>
        );
      })}
    </dl>
  );
}
