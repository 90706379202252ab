# SPDX-License-Identifier: Apache-2.0
#
# What each MPI's compiler wrapper says of how to compile and link. For <mpi> in openmpi, mpich sets
#   HPCC_<MPI>_WRAPPER  the wrapper's path, empty where that MPI is not installed
#   HPCC_<MPI>_COMPILE  its compile flags, HPCC_<MPI>_LINK its link flags: one string each
function(hpcc_ask_wrapper wrapper question keep result)
  execute_process(COMMAND ${wrapper} ${question} OUTPUT_VARIABLE words OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(words UNIX_COMMAND "${words}")
  # MPICH prints a whole command.
  list(FILTER words INCLUDE REGEX "${keep}")
  list(JOIN words " " words)
  set(${result} "${words}" PARENT_SCOPE)
endfunction()

function(hpcc_find_mpi mpi compile_question link_question)
  string(TOUPPER ${mpi} name)
  find_program(MPICC_${mpi} mpicc.${mpi})
  set(wrapper "")
  set(compile "")
  set(link "")
  if(MPICC_${mpi})
    set(wrapper ${MPICC_${mpi}})
    hpcc_ask_wrapper(${wrapper} ${compile_question} "^-[ID]" compile)
    hpcc_ask_wrapper(${wrapper} ${link_question} "^(-[Ll]|-Wl,|/)" link)
  endif()
  set(HPCC_${name}_WRAPPER "${wrapper}" PARENT_SCOPE)
  set(HPCC_${name}_COMPILE "${compile}" PARENT_SCOPE)
  set(HPCC_${name}_LINK "${link}" PARENT_SCOPE)
endfunction()

hpcc_find_mpi(openmpi --showme:compile --showme:link)
hpcc_find_mpi(mpich -compile_info -link_info)
