// SPDX-License-Identifier: Apache-2.0
// Names of hidden folders in which files are written before they are moved into place. A name says which process made
// the folder, so that another one removes it only where it is proved that nobody writes there any more:
//   .partial-<process>-<place>-<tag>-<number>-<host>
// The place stands for host, boot and PID namespace: only there a number of a process means the same. The tag is drawn
// by each process, the number counts its folders, and the host is for people.
#pragma once

#include <string>

namespace perm {

/// Gives a name that no other process gives and that this process has not given before.
std::string new_staging_name();

/// Says whether `name` may be one that new_staging_name gives.
bool is_staging(const std::string& name);

/// Says whether `name` is that of a process which is proved to be dead: it was started here (same host, boot and PID
/// namespace), and no process has its number now, or this one has it. All else proves nothing, and the answer is no:
/// another computer that shares the disk, another container, a number that was given to another process since, and any
/// name that new_staging_name does not give. Locks prove less: on disks that are shared over a network they may hold on
/// one computer only, or nowhere.
bool is_abandoned_staging(const std::string& name);

}  // namespace perm
