/* The claim protocol: who is asked to carry out the changes of one thing, while two programs claim it, release it, end and come
   back, two users request, answers come late, and the daemon is killed.

   The daemon is one thread, so that each of its steps is atomic: what it keeps are the variables below, named as in
   BoundState, Claim (FasciaModel) and CarryOuts (FasciaServer). What a step leads to is in `turn`, as in CarryOuts.take.

   Checked after every step:
   - a change that nobody was asked for has a claimer that is asked as soon as its earlier request is answered; one that
     somebody was asked for has that somebody, connected, with a deadline; one that was interrupted has a timer. So no change is
     pending with nobody to be asked.
   - nobody is asked twice for one request (no claimer here asks for that with `retry`).
   - a request is carried out in the name of the user who made it.
   - an answer settles the request that it answers.

   check.sh puts each fault below back, and expects it to be found. */

#define NOBODY 2
#define REQUESTS 4
#define LIVES 2

mtype = { none, unsent, sent, interrupted }

/* BoundState.Running: the number of the request, 0 if none, stands for the value and for the revision. */
mtype phase = none
byte running, runningUser, asked = NOBODY
/* BoundState.Queued */
byte queued, queuedUser
/* Claim */
byte claimer = NOBODY
bool left, isEnding
/* CarryOuts.occupied: the request that a client has not answered. */
byte occupied[2]

bool connected[2]
chan requests[2] = [4] of { byte }
chan answers[2] = [4] of { byte, bool }

/* What really happened, for the checks. */
byte user[REQUESTS + 1]
bool wasAsked[REQUESTS + 1]
byte lastRequest

inline check() {
  assert(phase != unsent || (claimer != NOBODY && !left && occupied[claimer] != 0));
  assert(phase != sent || (connected[asked] && occupied[asked] == running));
  assert(phase != interrupted || claimer != NOBODY);
  assert((phase == none) == (running == 0));
  assert(queued == 0 || phase != none)
}

/* CarryOuts.take and sendNext: asks the claimer for a change that nobody was asked for. */
inline turn() {
  if
  :: phase == unsent && claimer != NOBODY && !left && occupied[claimer] == 0 ->
     assert(!wasAsked[running]);
     assert(user[running] == runningUser);
     wasAsked[running] = true;
     phase = sent;
     asked = claimer;
     occupied[claimer] = running;
     requests[claimer]!running
  :: else
  fi;
  check()
}

/* BoundState.end: ends the running change, and begins the queued one. Panel.end: a claim that was released ends with its last
   change. */
inline finish() {
  if
  :: phase == none
  :: else ->
     running = queued;
#ifdef NAME_OF_CLAIMER
     runningUser = claimer;
#else
     runningUser = queuedUser;
#endif
     queued = 0;
     queuedUser = 0;
     asked = NOBODY;
     if
     :: running == 0 -> phase = none; runningUser = 0
     :: running != 0 && left -> phase = interrupted
     :: else -> phase = unsent
     fi
  fi;
  if
  :: phase == none && isEnding -> claimer = NOBODY; isEnding = false
  :: else
  fi
}

/* BoundThings.interrupt */
inline interrupt() {
  if
  :: phase == none
  :: else ->
     if
     :: queued != 0 -> running = queued; runningUser = queuedUser
     :: else
     fi;
     queued = 0;
     queuedUser = 0;
     asked = NOBODY;
     phase = interrupted
  fi
}

/* Panel.leave, for a client whose connection has ended. */
inline leave(client) {
  connected[client] = false;
  do
  :: requests[client]?_
  :: answers[client]?_, _
  :: empty(requests[client]) && empty(answers[client]) -> break
  od;
  occupied[client] = 0;
  if
  :: claimer == client && !left ->
     left = true;
     isEnding = false;
     if
     :: phase == sent && asked != client
     :: else -> interrupt()
     fi
#ifdef OTHERS_FORGOTTEN
  :: else
#else
  :: else ->
     if
     :: phase == sent && asked == client -> interrupt()
     :: else
     fi
#endif
  fi
}

/* A user requests: it is refused without a claimer, begins, or waits for the end of the running change. */
proctype User(byte me) {
  byte left_to_make = REQUESTS / 2;
  do
  :: left_to_make > 0 ->
     atomic {
       left_to_make--;
       if
       :: claimer == NOBODY || left
       :: else ->
          lastRequest++;
          user[lastRequest] = me;
          if
          :: phase == none -> running = lastRequest; runningUser = me; phase = unsent
          :: phase != none -> queued = lastRequest; queuedUser = me
          /* What is wanted is what the running change leads to. */
          :: phase != none -> queued = 0; queuedUser = 0
          fi
       fi;
       turn()
     }
  :: else -> break
  od
}

proctype Claimer(byte me) {
  byte lives = LIVES;
  byte claims = 3;
  byte request;
end:
  do
  /* It connects. */
  :: atomic { !connected[me] && lives > 0 -> lives--; connected[me] = true }

  /* bind.claim: of what no other connected program has, or of what such a one has released. */
  :: atomic {
       connected[me] && claims > 0 && (claimer == NOBODY || left || isEnding || claimer == me) ->
       claims--;
       claimer = me;
       left = false;
       isEnding = false;
       turn()
     }

  /* bind.release: what somebody was asked for goes on, and the claim ends with it. */
  :: atomic {
       connected[me] && claimer == me && !left && !isEnding && claims > 0 ->
       claims--;
#ifndef RELEASE_KEEPS
       if
       :: phase == unsent || phase == interrupted -> queued = 0; queuedUser = 0; finish()
       :: else
       fi;
#endif
       if
       :: phase == sent -> isEnding = true
       :: else -> claimer = NOBODY
       fi;
       turn()
     }

  /* bind.report: decides what has become of an interrupted change. */
  :: atomic { connected[me] && claimer == me && !left && phase == interrupted -> finish(); turn() }

  /* It answers what it was asked for. */
  :: atomic { connected[me] && nempty(requests[me]) -> requests[me]?request; answers[me]!request, true; request = 0 }
  :: atomic { connected[me] && nempty(requests[me]) -> requests[me]?request; answers[me]!request, false; request = 0 }

  /* It is killed. */
  :: atomic { connected[me] -> leave(me); turn() }
  od
}

/* CarryOuts.receive: an answer, or its time is over. One to a request whose time was over does nothing. */
proctype Answers(byte client) {
  byte request, change;
end:
  do
  :: atomic {
       nempty(answers[client]) ->
       answers[client]?request, _;
       if
#ifdef ANSWER_BY_THING
       :: occupied[client] != 0 ->
#else
       :: occupied[client] == request && request != 0 ->
#endif
          change = occupied[client];
          occupied[client] = 0;
          if
          :: phase == sent && running == change -> assert(running == request); finish()
          :: else
          fi;
          change = 0;
#ifdef ENDS_WITH_ANSWER
          check()
#else
          turn()
#endif
       :: else
       fi;
       request = 0
     }
  :: atomic {
       occupied[client] != 0 ->
       change = occupied[client];
       occupied[client] = 0;
       if
       :: phase == sent && running == change -> finish()
       :: else
       fi;
       change = 0;
       turn()
     }
  od
}

/* CarryOuts.updateInterruption: an interrupted change ends if no report decides it in time. */
active proctype Interruption() {
end:
  do
  :: atomic { phase == interrupted -> finish(); turn() }
  od
}

/* kill -9: the journal has everything but who was asked; all connections are gone. CarryOuts.start, Panel.abandonedThings */
active proctype Kill() {
  atomic {
    if
    :: phase == sent -> phase = unsent; asked = NOBODY
    :: else
    fi;
    leave(0);
    leave(1);
#ifndef ABANDONED
    if
    :: phase == unsent && left -> interrupt()
    :: else
    fi;
#endif
    turn()
  }
}

init {
  atomic {
    run Claimer(0); run Claimer(1); run User(0); run User(1); run Answers(0); run Answers(1)
  }
}
