import { CircleDashed, Clapperboard, Image, Images, type LucideIcon } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';

/** In hours; 18:00 is x = 0. Classes, because a plain page must not contain inline styles. */
const labels = [
  { hour: '04h', position: '[--x:-14]' },
  { hour: '06h', position: '[--x:-12]' },
  { hour: '08h', position: '[--x:-10]' },
  { hour: '14h', position: '[--x:-4]' },
  { hour: '16h', position: '[--x:-2]' },
  { hour: '20h', position: '[--x:2]' },
  { hour: '22h', position: '[--x:4]' },
  { hour: '00h', position: '[--x:6]' },
  { hour: '02h', position: '[--x:8]' },
  { hour: '04h', position: '[--x:10]' },
] as const;

interface HeroPost {
  position: string;
  delay?: string;
  time: string;
  status: 'published' | 'scheduled';
  art: string;
  label: string;
  Icon: LucideIcon;
  account: string;
  sizeClass: string;
  stack?: boolean;
}

const posts: HeroPost[] = [
  {
    position: '[--x:-8]',
    time: '10:00',
    status: 'published',
    art: 'cafe',
    label: 'Stories',
    Icon: CircleDashed,
    account: '@cafedaesquina',
    sizeClass: 'w-[118px] h-[208px]',
  },
  {
    position: '[--x:-6]',
    delay: '[animation-delay:70ms]',
    time: '12:00',
    status: 'published',
    art: 'brigadeiro',
    label: '1/6',
    Icon: Images,
    account: '@docesdanina',
    sizeClass: 'size-[120px] lg:size-[186px]',
    stack: true,
  },
  {
    position: '[--x:0]',
    delay: '[animation-delay:140ms]',
    time: '18:00',
    status: 'scheduled',
    art: 'canecas',
    label: 'Reels',
    Icon: Clapperboard,
    account: '@atelie.barro',
    sizeClass: 'w-[124px] h-[220px] lg:w-[170px] lg:h-[300px]',
  },
  {
    position: '[--x:2.5] max-lg:[--x:2.7]',
    delay: '[animation-delay:210ms]',
    time: '20:30',
    status: 'scheduled',
    art: 'vestido',
    label: 'Imagem',
    Icon: Image,
    account: '@lojamare',
    sizeClass: 'w-[108px] h-[135px] lg:w-[158px] lg:h-[198px]',
  },
  {
    position: '[--x:5] max-lg:hidden',
    delay: '[animation-delay:280ms]',
    time: '23:00',
    status: 'scheduled',
    art: 'acai',
    label: 'Stories',
    Icon: CircleDashed,
    account: '@acaidavila',
    sizeClass: 'w-[118px] h-[208px]',
  },
];

const positionClass = 'absolute left-[calc(var(--x)*var(--pxh))] -translate-x-1/2';
const rulerClass = 'absolute top-(--drop) left-[calc(-24*var(--pxh))] w-[calc(48*var(--pxh))]';

export function HeroTimeline() {
  return (
    <span
      aria-hidden="true"
      className="relative ml-[.05em] inline-block size-[round(.2em,1px)] rounded-full bg-ipe"
    >
      <span className="absolute top-1/2 left-1/2 font-sans text-[13px] leading-[1.3] font-medium tracking-normal whitespace-nowrap">
        <span className="hero-stem absolute top-[.1em] -left-px mt-3.5 h-[calc(var(--drop)-14px)] w-0.5 origin-top bg-ink" />
        <span className={cx(rulerClass, '-mt-px h-0.5 bg-line-strong')} />
        <span className="absolute top-(--drop) right-[calc(3.467*var(--pxh))] -mt-0.5 h-1 w-[2000px] bg-ink" />
        <span
          className={cx(
            rulerClass,
            'h-1.5 bg-[repeating-linear-gradient(90deg,var(--line-strong)_0_1px,transparent_1px_calc(var(--pxh)/4))]',
          )}
        />
        <span
          className={cx(
            rulerClass,
            'h-3 bg-[repeating-linear-gradient(90deg,var(--ink)_0_1px,transparent_1px_var(--pxh))]',
          )}
        />
        {labels.map(({ hour, position }) => (
          <span
            key={position}
            className={cx(
              positionClass,
              position,
              'tnum top-[calc(var(--drop)+16px)] text-2xs text-ink-3',
            )}
          >
            {hour}
          </span>
        ))}
        <span
          className={cx(
            positionClass,
            '[--x:-3.467] top-[calc(var(--drop)-10px)] size-5 rounded-full bg-ipe shadow-[0_0_0_2.5px_var(--ink),0_0_0_7px_var(--paper)]',
          )}
        >
          <b className="tnum absolute bottom-8 left-1/2 -translate-x-[18px] rounded-full bg-ink px-3 font-heading text-[13px] leading-7 font-bold text-on-ink lg:-translate-x-1/2 lg:text-sm lg:leading-7">
            <span className="max-lg:hidden">agora </span>14:32
          </b>
        </span>
        {posts.map((post) => (
          <Post key={post.time} post={post} />
        ))}
      </span>
    </span>
  );
}

function Post({ post }: { post: HeroPost }) {
  const { position, delay, time, status, art, label, Icon, account, sizeClass, stack } = post;
  return (
    <span
      className={cx(
        positionClass,
        position,
        'top-[calc(var(--drop)-9px)] grid justify-items-center after:absolute after:top-4 after:h-13 after:w-0.5 after:bg-line-strong',
      )}
    >
      <span className="absolute bottom-[calc(100%+8px)] bg-paper px-1.5 font-heading text-[17px] leading-none font-bold tabular-nums">
        {time}
      </span>
      <Dot status={status} size={18} className="z-2 shadow-[0_0_0_5px_var(--paper)]" />
      <span
        className={cx(
          'hero-post relative z-1 mt-12 block rounded-[14px] bg-sunken shadow-pop',
          delay,
          sizeClass,
          stack === true &&
            'after:absolute after:inset-y-3 after:-right-3 after:-z-1 after:w-[30px] after:rounded-md after:bg-[#dda88a]',
        )}
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
