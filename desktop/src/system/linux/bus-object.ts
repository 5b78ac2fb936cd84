import { interface as service } from '@jellybrick/dbus-next'

/** What this program offers on the bus: an object with one interface, whose members are set by `configureMembers`. */
export class BusObject extends service.Interface {
  constructor(name: string) {
    super(name)
    // Version 0.11 has fields of these names, which hide what `configureMembers` has set on the prototype.
    delete this.$properties
    delete this.$methods
    delete this.$signals
  }
}
