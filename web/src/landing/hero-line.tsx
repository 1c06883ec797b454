import { CircleDashed, Clapperboard, Image, Images, type LucideIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { cx } from '../ui/cx.ts';
import { Dot } from '../ui/dot.tsx';

/** 18:00 is x = 0, where the full stop hangs; one is an hour. */
const at = (hours: number) => ({ '--x': hours }) as CSSProperties; // A custom property: not in React's type.

const labels = [-14, -12, -10, -4, -2, 2, 4, 6, 8, 10];
const NOW = -3 - 28 / 60;

interface HeroPost {
  x: number;
  time: string;
  status: 'published' | 'scheduled';
  art: string;
  label: string;
  Icon: LucideIcon;
  account: string;
  /** Size of the picture, and what else differs. */
  look: string;
  /** More pictures behind the first. */
  stack?: boolean;
}

const posts: HeroPost[] = [
  {
    x: -8,
    time: '10:00',
    status: 'published',
    art: 'cafe',
    label: 'Stories',
    Icon: CircleDashed,
    account: '@cafedaesquina',
    look: 'w-[118px] h-[208px]',
  },
  {
    x: -6,
    time: '12:00',
    status: 'published',
    art: 'brigadeiro',
    label: '1/6',
    Icon: Images,
    account: '@docesdanina',
    look: 'size-[120px] lg:size-[186px]',
    stack: true,
  },
  {
    x: 0,
    time: '18:00',
    status: 'scheduled',
    art: 'canecas',
    label: 'Reels',
    Icon: Clapperboard,
    account: '@atelie.barro',
    look: 'w-[124px] h-[220px] lg:w-[170px] lg:h-[300px]',
  },
  {
    x: 2.5,
    time: '20:30',
    status: 'scheduled',
    art: 'vestido',
    label: 'Imagem',
    Icon: Image,
    account: '@lojamare',
    look: 'w-[108px] h-[135px] lg:w-[158px] lg:h-[198px]',
  },
  {
    x: 5,
    time: '23:00',
    status: 'scheduled',
    art: 'acai',
    label: 'Stories',
    Icon: CircleDashed,
    account: '@acaidavila',
    look: 'w-[118px] h-[208px]',
  },
];

const place = 'absolute left-[calc(var(--x)*var(--pxh))] -translate-x-1/2';
const ruler = 'absolute top-(--drop) left-[calc(-24*var(--pxh))] w-[calc(48*var(--pxh))]';

/** The full stop of the headline, and the day that hangs on it. */
export function HeroLine() {
  return (
    <span
      aria-hidden="true"
      className="relative ml-[.05em] inline-block size-[round(.2em,1px)] rounded-full bg-ipe"
    >
      <span className="absolute top-1/2 left-1/2 font-sans text-[13px] leading-[1.3] font-medium tracking-normal whitespace-nowrap">
        <span className="hero-stem absolute top-[.1em] -left-px mt-3.5 h-[calc(var(--drop)-14px)] w-0.5 origin-top bg-ink" />
        <span className={cx(ruler, '-mt-px h-0.5 bg-line-strong')} />
        <span className="absolute top-(--drop) right-[calc(3.467*var(--pxh))] -mt-0.5 h-1 w-[2000px] bg-ink" />
        <span
          className={cx(
            ruler,
            'h-1.5 bg-[repeating-linear-gradient(90deg,var(--line-strong)_0_1px,transparent_1px_calc(var(--pxh)/4))]',
          )}
        />
        <span
          className={cx(
            ruler,
            'h-3 bg-[repeating-linear-gradient(90deg,var(--ink)_0_1px,transparent_1px_var(--pxh))]',
          )}
        />
        {labels.map((x) => (
          <span
            key={x}
            style={at(x)}
            className={cx(place, 'tnum top-[calc(var(--drop)+16px)] text-2xs text-ink-3')}
          >
            {String((x + 42) % 24).padStart(2, '0')}h
          </span>
        ))}
        <span
          style={at(NOW)}
          className={cx(
            place,
            'top-[calc(var(--drop)-10px)] size-5 rounded-full bg-ipe shadow-[0_0_0_2.5px_var(--ink),0_0_0_7px_var(--paper)]',
          )}
        >
          <b className="tnum absolute bottom-8 left-1/2 -translate-x-[18px] rounded-full bg-ink px-3 font-heading text-[13px] leading-7 font-bold text-on-ink lg:-translate-x-1/2 lg:text-sm lg:leading-7">
            <span className="max-lg:hidden">agora </span>14:32
          </b>
        </span>
        {posts.map((post, index) => (
          <Post key={post.time} post={post} order={index} />
        ))}
      </span>
    </span>
  );
}

function Post({ post, order }: { post: HeroPost; order: number }) {
  const { x, time, status, art, label, Icon, account, look, stack } = post;
  return (
    <span
      style={at(x)}
      className={cx(
        place,
        'top-[calc(var(--drop)-9px)] grid justify-items-center after:absolute after:top-4 after:h-13 after:w-0.5 after:bg-line-strong',
        // On a phone this one moves aside and the last does not fit.
        x === 2.5 && 'max-lg:left-[calc(2.7*var(--pxh))]',
        x === 5 && 'max-lg:hidden',
      )}
    >
      <span className="absolute bottom-[calc(100%+8px)] bg-paper px-1.5 font-heading text-[17px] leading-none font-bold tabular-nums">
        {time}
      </span>
      <Dot status={status} size={18} className="z-2 shadow-[0_0_0_5px_var(--paper)]" />
      <span
        className={cx(
          'hero-post relative z-1 mt-12 block rounded-[14px] bg-sunken shadow-pop',
          look,
          stack === true &&
            'after:absolute after:inset-y-3 after:-right-3 after:-z-1 after:w-[30px] after:rounded-md after:bg-[#dda88a]',
        )}
        style={{ animationDelay: `${order * 70}ms` }}
      >
        <img
          src={`/landing/${art}.svg`}
          alt=""
          width="400"
          height="500"
          className="size-full rounded-[14px] object-cover"
        />
        <span className="absolute top-2 left-2 inline-flex items-center gap-[5px] rounded-full bg-[rgb(20_18_16/.82)] py-[3px] pr-[9px] pl-[7px] text-[11px] font-semibold text-[#fff] lg:text-[11.5px]">
          <Icon size={13} />
          {label}
        </span>
      </span>
      <span className="mt-2 text-[12.5px] text-ink-2">{account}</span>
    </span>
  );
}
