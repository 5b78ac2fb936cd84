/** Icons that only menus and the bar of a selection show. */
export {
  CircleQuestionMark,
  ClipboardPaste,
  Copy,
  CopyPlus,
  CornerLeftUp,
  FileText,
  FolderInput,
  History,
  KeyRound,
  Link2,
  PackageOpen,
  PencilLine,
  Scale,
  Scissors,
  Tag,
  Undo2,
} from 'lucide-react'
