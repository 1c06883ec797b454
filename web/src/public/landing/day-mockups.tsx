import { Clapperboard, Image, Images, type LucideIcon, PencilLine, Plus } from 'lucide-react';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { Illustration } from './illustration.tsx';

interface Draft {
  art: string;
  type: string;
  Icon: LucideIcon;
  caption: string;
}

const drafts: readonly Draft[] = [
  { art: 'forno', type: 'Vídeo', Icon: Clapperboard, caption: 'Bastidores da queima' },
  { art: 'pratos', type: 'Carrossel', Icon: Images, caption: 'Como cuidar da sua cerâmica' },
  { art: 'argila', type: 'Imagem', Icon: Image, caption: 'Oficina de torno em julho' },
];

export function DraftsMockup() {
  return (
    <div className="grid w-full max-w-[460px] gap-2">
      {drafts.map(({ art, type, Icon, caption }) => (
        <div
          key={art}
          className="flex items-center gap-3 rounded-field border border-line bg-surface py-[5px] pr-3 pl-1.5 leading-[1.35]"
        >
          <Illustration name={art} className="h-[46px] w-10 rounded-[6px]" />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-[5px] text-xs font-medium text-ink-3">
              <Icon size={14} />
              {type}
            </span>
            <b className="block truncate text-sm">{caption}</b>
          </span>
          <Badge tone="outline" icon={<PencilLine size={13} />} className="max-xl:hidden">
            Rascunho
          </Badge>
        </div>
      ))}
    </div>
  );
}

/** A file without a value is complete. */
const files = [
  { art: 'canecas' },
  { art: 'pratos' },
  { art: 'loja' },
  { art: 'vaso', done: 'w-[62%]' },
  { art: 'cafe', done: 'w-[18%]' },
] as const;

export function UploadMockup() {
  return (
    <div className="w-full max-w-[500px]">
      <div className="grid grid-cols-3 gap-2.5 lg:grid-cols-6">
        {files.map((file) => (
          <span key={file.art} className="relative">
            <Illustration name={file.art} className="aspect-4/5 w-full rounded-sm" />
            {'done' in file ? (
              <span className="absolute inset-x-1.5 bottom-1.5 h-[5px] overflow-hidden rounded-full bg-[rgb(255_255_255/.75)] shadow-[0_0_0_1px_rgb(0_0_0/.35)]">
                <span className={cx('block h-full bg-ipe', file.done)} />
              </span>
            ) : null}
          </span>
        ))}
        <span className="grid place-items-center rounded-sm border-2 border-dashed border-line-strong text-ink-3">
          <Plus size={20} />
        </span>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <Badge tone="ink" icon={<Images size={13} />}>
          Carrossel
        </Badge>
        <span className="text-xs text-ink-2">Tipo detectado automaticamente</span>
      </div>
    </div>
  );
}

export function CaptionMockup() {
  return (
    <div className="relative grid w-full max-w-[460px] gap-3 rounded-lg border border-line bg-surface p-4 lg:gap-[62px] lg:px-5 lg:pt-[18px] lg:pb-3.5">
      <p className="leading-normal lg:text-[1rem] lg:leading-normal">
        Caneca dupla para o Dia dos Namorados: dois esmaltes, uma fornada.{' '}
        <span className="font-medium text-sched-text">#ceramica #diadosnamorados</span> #fei
        <span className="ml-px inline-block h-[1.1em] w-0.5 bg-ink align-[-2px]" />
      </p>
      <div className="flex gap-1 justify-self-start rounded-md border border-line bg-surface p-1.5 text-xs shadow-pop lg:absolute lg:top-[74px] lg:left-[150px] *:px-2.5 *:py-1.5">
        <b className="rounded-sm bg-ipe-soft">#feitoamao</b>
        <span>#feitonobrasil</span>
        <span className="max-lg:hidden">#feirasartesanais</span>
      </div>
      <p className="flex justify-between text-xs">
        <span className="text-ink-3">Até 2.200 caracteres</span>
        <b className="tnum">2.079</b>
      </p>
    </div>
  );
}

const mediaTypeClass =
  'absolute top-2.5 left-2.5 rounded-full bg-[rgb(18_18_18/.78)] px-[9px] py-[3px] text-[11px] font-semibold text-[#fff]';

export function PreviewMockup() {
  return (
    <div className="flex h-[210px] justify-center gap-2.5 lg:absolute lg:inset-x-9 lg:top-[22px] lg:-bottom-10 lg:h-auto lg:gap-[18px]">
      <div className="relative h-[300px] w-[54%] max-w-[150px] overflow-hidden rounded-t-lg bg-surface text-2xs text-ink shadow-pop scheme-light lg:w-[200px] lg:max-w-none">
        <span className="flex items-center gap-2.5 px-3 py-2">
          <Illustration name="vaso" className="size-8 rounded-full" />
          <b>atelie.barro</b>
        </span>
        <Illustration name="pratos" className="aspect-square w-full" />
        <span className={cx(mediaTypeClass, 'top-[62px] right-2.5 left-auto')}>1/6</span>
      </div>
      <div className="relative h-[210px] w-[42%] max-w-[118px] lg:h-[252px] lg:w-[142px] lg:max-w-none">
        <Illustration name="torno" className="size-full rounded-lg shadow-pop" />
        <span className={mediaTypeClass}>REELS</span>
      </div>
      <div className="relative h-[252px] w-[142px] max-xl:hidden lg:mt-[22px]">
        <Illustration name="saojoao" className="size-full rounded-lg shadow-pop" />
        <span className={mediaTypeClass}>STORY</span>
      </div>
    </div>
  );
}

const shortcuts = [
  'em 15 min',
  'em 1 h',
  'em 1 dia',
  'Hoje, 18:00',
  'Hoje, 20:00',
  'Amanhã, 12:00',
];
const CHOSEN = 'Hoje, 18:00';
const weekdays = ['D', 'S', 'T', 'Q', 'Q', 'S', 'S'];
const TODAY = 9;

const june: readonly (readonly [day: number, posts: readonly string[]])[] = [
  [7, []],
  [8, ['published', 'published']],
  [9, ['published', 'published']],
  [10, ['scheduled']],
  [11, ['scheduled']],
  [12, ['scheduled', 'scheduled']],
  [13, ['scheduled']],
  [14, []],
  [15, ['scheduled']],
  [16, ['scheduled']],
  [17, []],
  [18, ['scheduled', 'scheduled']],
  [19, []],
  [20, ['scheduled']],
];

export function ScheduleMockup() {
  return (
    <div className="grid items-center gap-3.5 min-[1320px]:grid-cols-[190px_250px] min-[1320px]:gap-[30px]">
      <div className="flex flex-wrap gap-2 lg:max-[1320px]:hidden">
        {shortcuts.map((label) => (
          <span
            key={label}
            className={cx(
              'tnum inline-flex min-h-[34px] items-center rounded-full border-[1.5px] px-[13px] text-xs font-medium whitespace-nowrap',
              label === CHOSEN ? 'border-ink bg-ink text-on-ink' : 'border-line-strong bg-surface',
            )}
          >
            {label}
          </span>
        ))}
      </div>
      <div className="grid grid-cols-7 gap-y-1 rounded-[14px] border border-line bg-surface px-2 py-3 lg:max-[1320px]:w-[250px]">
        {weekdays.map((letter, index) => (
          <span key={index} className="h-5 text-center text-[11px] text-ink-3">
            {letter}
          </span>
        ))}
        {june.map(([day, posts]) => (
          <span key={day} className="grid h-[42px] content-start justify-items-center">
            <b
              className={cx(
                'grid size-[26px] place-items-center rounded-full font-heading text-sm font-semibold',
                day === TODAY && 'bg-ipe text-on-ipe',
              )}
            >
              {day}
            </b>
            <span className="mt-0.5 flex gap-[3px]">
              {posts.map((status, index) => (
                <Dot key={index} status={status} size={7} />
              ))}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}

export function PublishedMockup() {
  return (
    <div className="flex w-full gap-3.5 max-xl:flex-col xl:items-center xl:justify-center xl:gap-9">
      <span className="figure-big text-[4.5rem] leading-none tracking-[-.05em] xl:text-[6rem] xl:leading-none">
        18:00
      </span>
      <span className="flex items-center gap-3.5 scheme-light">
        <Illustration name="canecas" className="h-20 w-16 rounded-field" />
        <span className="grid justify-items-start">
          <StatusBadge status="published">Publicado</StatusBadge>
          <b className="mt-2">Caneca dupla para o Dia dos Namorados</b>
          <span className="text-xs">Reels em @atelie.barro</span>
        </span>
      </span>
    </div>
  );
}

/** The tallest bar is 114 px. */
const week = [
  { day: 'qua', posts: 2, height: 'h-[59px]' },
  { day: 'qui', posts: 0, height: 'h-1' },
  { day: 'sex', posts: 3, height: 'h-[86px]' },
  { day: 'sáb', posts: 4, height: 'h-[114px]' },
  { day: 'dom', posts: 1, height: 'h-8' },
  { day: 'seg', posts: 1, height: 'h-8' },
  { day: 'ter', posts: 4, height: 'h-[114px]' },
] as const;

export function WeekMockup() {
  return (
    <div className="relative grid grid-cols-7 items-end gap-2.5 after:absolute after:-inset-x-3.5 after:bottom-6 after:h-0.5 after:bg-ink lg:w-full lg:max-w-[400px] lg:gap-x-3 xl:gap-x-5">
      {week.map(({ day, posts, height }) => (
        <span key={day} className="grid justify-items-center gap-1.5 text-2xs text-ink-3">
          <b className="font-heading text-sm leading-none font-semibold text-ink">{posts}</b>
          <span className={cx('w-[26px] rounded-t-[7px] bg-ink lg:w-full', height)} />
          {day}
        </span>
      ))}
    </div>
  );
}
