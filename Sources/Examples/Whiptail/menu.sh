#!/bin/bash
# A menu with whiptail. menu.yaml beside it is the same menu as a panel file.
title="The box"

ask() { whiptail --backtitle "$title" "$@" 3>&1 1>&2 2>&3; }
say() { whiptail --backtitle "$title" --title "$1" --msgbox "$2" 20 74; }

services() {
    local units=(nginx cron ssh) list=() unit state chosen
    for unit in "${units[@]}"; do
        if systemctl is-active --quiet "$unit"; then state=on; else state=off; fi
        list+=("$unit" "$(systemctl show --value --property=Description "$unit")" "$state")
    done
    chosen=$(ask --title Services --checklist "Space turns a service on or off" 16 74 8 "${list[@]}") || return
    for unit in "${units[@]}"; do
        if [[ $chosen == *"\"$unit\""* ]]; then
            systemctl start "$unit" 2>/tmp/menu.err || say "$unit" "$(cat /tmp/menu.err)"
        else
            systemctl stop "$unit" 2>/tmp/menu.err || say "$unit" "$(cat /tmp/menu.err)"
        fi
    done
}

zone() {
    local list=() zone current
    current=$(timedatectl show --value --property=Timezone)
    while read -r zone; do list+=("$zone" ""); done < <(timedatectl list-timezones)
    zone=$(ask --title "Time zone" --default-item "$current" --menu "Now: $current" 20 74 12 "${list[@]}") || return
    timedatectl set-timezone "$zone" 2>/tmp/menu.err || say "Time zone" "$(cat /tmp/menu.err)"
}

name() {
    local name
    name=$(hostnamectl hostname)
    while true; do
        name=$(ask --title "Host name" --inputbox "Letters, digits and -" 10 74 "$name") || return
        [[ $name =~ ^[a-z][a-z0-9-]{0,62}$ ]] && break
        say "Host name" "\"$name\" is not a host name."
    done
    hostnamectl hostname "$name" 2>/tmp/menu.err || say "Host name" "$(cat /tmp/menu.err)"
}

disks() { say Disks "$(df -h --output=target,size,pcent)"; }

log() {
    journalctl --no-pager --lines=200 >/tmp/menu.log
    whiptail --backtitle "$title" --title Log --scrolltext --textbox /tmp/menu.log 22 78
}

updates() {
    local percent=0 line
    apt-get --yes upgrade 2>&1 | while read -r line; do
        percent=$((percent < 95 ? percent + 5 : 95))
        printf 'XXX\n%s\n%s\nXXX\n' "$percent" "$line"
    done | whiptail --backtitle "$title" --title Update --gauge "Reading" 8 74 0
    say Update "Done."
}

restart() {
    if whiptail --backtitle "$title" --title Reboot --yesno "Reboot the box now?" 8 50 --defaultno; then
        systemctl reboot
    fi
}

while true; do
    choice=$(ask --title "$title" --cancel-button Quit --menu "" 18 60 8 \
        services "Services" \
        zone "Time zone" \
        name "Host name" \
        disks "Disks" \
        log "Log" \
        updates "Update" \
        reboot "Reboot") || exit 0
    case $choice in
        services) services ;;
        zone) zone ;;
        name) name ;;
        disks) disks ;;
        log) log ;;
        updates) updates ;;
        reboot) restart ;;
    esac
done
