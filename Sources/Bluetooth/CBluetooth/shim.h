// SPDX-License-Identifier: Apache-2.0
// The kernel's Bluetooth sockets, as the headers of BlueZ's library declare them. Nothing of the library itself is used:
// its calls block.
#pragma once

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/l2cap.h>
#include <string.h>
#include <sys/socket.h>

// The channel that the attribute protocol always has (source: Bluetooth Core 5.4, volume 3, part A, section 2.1).
static const uint16_t lull_attribute_channel = 4;

// A socket for packets of L2CAP that blocks nowhere and is not inherited, or -1.
static inline int lull_l2cap_socket(void) {
    return socket(AF_BLUETOOTH, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, BTPROTO_L2CAP);
}

// The attribute channel of an address. `address` has its six bytes in the order of the air, the last one first.
static inline struct sockaddr_l2 lull_l2cap_address(const uint8_t *address, uint8_t type) {
    struct sockaddr_l2 socket_address;
    memset(&socket_address, 0, sizeof socket_address);
    socket_address.l2_family = AF_BLUETOOTH;
    memcpy(&socket_address.l2_bdaddr, address, sizeof socket_address.l2_bdaddr);
    socket_address.l2_cid = htobs(lull_attribute_channel);
    socket_address.l2_bdaddr_type = type;
    return socket_address;
}

static inline int lull_l2cap_bind(int descriptor, const uint8_t *address, uint8_t type) {
    struct sockaddr_l2 socket_address = lull_l2cap_address(address, type);
    return bind(descriptor, (struct sockaddr *)&socket_address, sizeof socket_address);
}

static inline int lull_l2cap_connect(int descriptor, const uint8_t *address, uint8_t type) {
    struct sockaddr_l2 socket_address = lull_l2cap_address(address, type);
    return connect(descriptor, (struct sockaddr *)&socket_address, sizeof socket_address);
}

// The headers hide it from those who do not ask for all of GNU's.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

// The next connection that waits, as a socket that blocks nowhere and is not inherited, or -1.
static inline int lull_accept(int descriptor) {
    return accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// A socket of the kernel's management interface, or -1.
static inline int lull_management_socket(void) {
    return socket(AF_BLUETOOTH, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, BTPROTO_HCI);
}

static inline int lull_management_bind(int descriptor) {
    struct sockaddr_hci socket_address;
    memset(&socket_address, 0, sizeof socket_address);
    socket_address.hci_family = AF_BLUETOOTH;
    socket_address.hci_dev = HCI_DEV_NONE;
    socket_address.hci_channel = HCI_CHANNEL_CONTROL;
    return bind(descriptor, (struct sockaddr *)&socket_address, sizeof socket_address);
}
